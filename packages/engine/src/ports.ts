import type {
  ChangeRecord,
  ChangeRequest,
  Clock,
  Hooks,
  LiveDelta,
  Mode,
  ModelClient,
  ModelInfo,
  Snapshot,
  Subtasks,
  TakeOptions,
  TaskEvent,
  Workspace,
} from "@roo-code/types";
import type { ApprovalPolicy } from "./approvals/approval-policy.ts";
import type { RetryPolicy } from "./recovery/backoff.ts";
import type { ToolRegistry } from "./tool-registry.ts";

/** Saves files before they change. Never throws: if it fails, the user is notified and the task continues. */
export interface TaskSnapshots {
  take(label: string, options?: TakeOptions): Promise<Snapshot | undefined>;
  /** What the call changed since its snapshot; empty if that cannot be saved. */
  recordChange(before: string, request: Omit<ChangeRequest, "by">): Promise<ChangeRecord>;
}

/** Everything an agent depends on. The engine itself uses no file, socket or clock. */
export interface AgentPorts {
  readonly client: ModelClient;
  readonly tools: ToolRegistry;
  readonly workspace: Workspace;
  /** The current mode. */
  readonly mode: Mode;
  readonly policy: ApprovalPolicy;
  readonly snapshots?: TaskSnapshots | undefined;
  readonly hooks?: Hooks | undefined;
  readonly subtasks?: Subtasks | undefined;
  /** Absent: requests are not measured, and shortened only when a provider refuses one as too long. */
  readonly context?: ContextPorts | undefined;
  /** What the model is told that answers without calling attempt_completion; absent: such an answer ends the run. */
  readonly completionReminder?: string | undefined;
  /** News for the model about its environment, sent once with the next result. Never throws. */
  readonly news?: (() => string | undefined) | undefined;
  readonly clock: Clock;
  /** From 0 to 1, for retry jitter. */
  readonly random: () => number;
  readonly retry: RetryPolicy;
  /** Receives every new event once it is on disk, and live deltas. Never throws. */
  readonly observe: (item: TaskEvent | LiveDelta) => void;
}

/** Known limits and prices of a model. */
export type ModelLimits = Pick<ModelInfo, "contextWindow" | "maxOutput" | "prices">;

export interface ContextPorts {
  /**
   * Of the current model. Called before every request but the first, and before any estimate, so that both can load
   * their data here. Cached. Never rejects.
   */
  modelLimits(): Promise<ModelLimits>;
  /** Fast estimate. Never throws. */
  estimateTokens(text: string): number;
  /** Percentage of the window above which the oldest messages are summarized. */
  readonly threshold: number;
}

export const defaultThreshold = 75;
