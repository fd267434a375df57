export { BudgetLedger as WorkflowBudget, limitReached as limitFailure } from "@roo-code/types";
export { foldWorkflow, foldWorkflowEvent } from "./fold-workflow.ts";
export { orderOf, phaseNodes, subtaskNodes } from "./plan-order.ts";
export { fieldName, type PlanProblem } from "./plan-problem.ts";
export type { CheckOutcome, WorkflowPorts } from "./ports.ts";
export {
  type CheckInput,
  defineWorkflow,
  type PhaseInput,
  type ReadPlan,
  readPlan,
  type SubtaskInput,
  type WorkflowInput,
} from "./read-plan.ts";
export { phaseStatus, type StepProgress, subtaskStatus } from "./step-status.ts";
export { abortedBy, WorkflowStop } from "./workflow-outcome.ts";
export { WorkflowRecord, workflowMode } from "./workflow-record.ts";
export { type CheckReport, type PhaseReport, reportPhases, type SubtaskReport } from "./workflow-report.ts";
export { type WorkflowResult, WorkflowRunner } from "./workflow-runner.ts";
export type { Attempt, CheckResult, PhaseState, SubtaskState, WorkflowState } from "./workflow-state.ts";
