export { BudgetLedger as WorkflowBudget, limitReached as limitFailure } from "@roo-code/types";
export { foldWorkflow, foldWorkflowEvent } from "./fold-workflow.ts";
export { orderOf, phaseNodes, subtaskNodes } from "./plan-order.ts";
export { fieldName, type PlanProblem } from "./plan-problem.ts";
export type { CheckOutcome } from "./ports.ts";
export { defineWorkflow, readPlan } from "./read-plan.ts";

export { abortedBy, WorkflowStop } from "./workflow-outcome.ts";
export { WorkflowRecord } from "./workflow-record.ts";
export { reportPhases } from "./workflow-report.ts";
export { type WorkflowResult, WorkflowRunner } from "./workflow-runner.ts";
export type { WorkflowState } from "./workflow-state.ts";
