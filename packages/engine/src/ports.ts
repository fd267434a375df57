import type { Clock, LiveDelta, Mode, ModelClient, TaskEvent, Workspace } from "@roo-code/types";
import type { ApprovalPolicy } from "./approvals/approval-policy.ts";
import type { RetryPolicy } from "./recovery/backoff.ts";
import type { ToolRegistry } from "./tool-registry.ts";

/** What an agent is made of. The engine itself touches no file, socket or clock. */
export interface AgentPorts {
  readonly client: ModelClient;
  readonly tools: ToolRegistry;
  readonly workspace: Workspace;
  readonly mode: Mode;
  readonly policy: ApprovalPolicy;
  readonly clock: Clock;
  /** From 0 to 1, for spreading retries. */
  readonly random: () => number;
  readonly retry: RetryPolicy;
  /** Sees every new event once it is on disk, and what happens in between. Never throws. */
  readonly observe: (item: TaskEvent | LiveDelta) => void;
}
