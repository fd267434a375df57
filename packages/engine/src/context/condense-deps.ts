import type { EventOf } from "@roo-code/types";
import type { AgentPorts } from "../ports.ts";
import type { TaskRecord } from "../task-record.ts";
import type { RequestHead } from "./context-meter.ts";
import type { RequestMemory } from "./request-memory.ts";

export interface CondenseDeps extends RequestHead {
  readonly ports: AgentPorts;
  readonly record: TaskRecord;
  readonly memory: RequestMemory;
  readonly signal: AbortSignal;
}

export type CondenseReason = EventOf<"summary.added">["reason"];
