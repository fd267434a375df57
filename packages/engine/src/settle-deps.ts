import type { Capabilities } from "@roo-code/types";
import type { EvidenceLedger } from "./completion/evidence-ledger.ts";
import type { Inbox } from "./inbox.ts";
import type { ModeOrchestrator } from "./mode-orchestrator.ts";
import type { AgentPorts } from "./ports.ts";
import type { CircuitBreaker } from "./recovery/circuit-breaker.ts";
import type { LoopGuard } from "./recovery/loop-guard.ts";
import type { BudgetNote } from "./spending/budget-note.ts";
import type { TaskRecord } from "./task-record.ts";

/** Dependencies of settling a call. */
export interface SettleDeps {
  readonly ports: AgentPorts;
  /** Capabilities of the task in the mode of `ports`. */
  readonly own: Capabilities;
  readonly record: TaskRecord;
  readonly orchestrator: ModeOrchestrator;
  readonly loops: LoopGuard;
  readonly ledger: EvidenceLedger;
  readonly breaker: CircuitBreaker;
  /** Where a call waits for the user's answer. */
  readonly inbox: Inbox;
  readonly budgetNote: BudgetNote;
  readonly signal: AbortSignal;
}
