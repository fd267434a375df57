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
  TaskEvent,
  Workspace,
} from "@roo-code/types";
import type { ApprovalPolicy } from "./approvals/approval-policy.ts";
import type { RetryPolicy } from "./recovery/backoff.ts";
import type { ToolRegistry } from "./tool-registry.ts";

/** Saves files before something changes them. Neither throws: where it cannot, the person is told and work goes on. */
export interface TaskSnapshots {
  take(label: string, options?: { readonly paths?: readonly string[] }): Promise<Snapshot | undefined>;
  /** What was changed since a snapshot by the cause that it was taken for; nothing where that cannot be saved. */
  recordChange(before: string, request: Omit<ChangeRequest, "by">): Promise<ChangeRecord>;
}

/** What an agent is made of. The engine itself touches no file, socket or clock. */
export interface AgentPorts {
  readonly client: ModelClient;
  readonly tools: ToolRegistry;
  readonly workspace: Workspace;
  /** The one the task is in. */
  readonly mode: Mode;
  readonly policy: ApprovalPolicy;
  readonly snapshots?: TaskSnapshots | undefined;
  readonly hooks?: Hooks | undefined;
  readonly subtasks?: Subtasks | undefined;
  /** Absent: requests are not measured, and only shortened when a provider refuses one for its length. */
  readonly context?: ContextPorts | undefined;
  /** What the model should hear of what has changed around it; told once, with the next result. Never throws. */
  readonly news?: (() => string | undefined) | undefined;
  readonly clock: Clock;
  /** From 0 to 1, for spreading retries. */
  readonly random: () => number;
  readonly retry: RetryPolicy;
  /** Sees every new event once it is on disk, and what happens in between. Never throws. */
  readonly observe: (item: TaskEvent | LiveDelta) => void;
}

/** What can be known of how much a model takes, and for how much. */
export type ModelLimits = Pick<ModelInfo, "contextWindow" | "maxOutput" | "prices">;

export interface ContextPorts {
  /**
   * Of the model that answers now. Asked before every request but the first, and before anything is estimated, so that
   * what both need can be loaded here. Quick when asked again. Never rejects.
   */
  modelLimits(): Promise<ModelLimits>;
  /** A quick guess. Never throws. */
  estimateTokens(text: string): number;
  /** Share of the window, in per cent, above which the oldest messages are summed up. */
  readonly threshold: number;
}

export const defaultThreshold = 75;
