// A separate entry point: plans are rare, so they are not loaded at start-up.
export {
  defineWorkflow,
  foldWorkflow,
  foldWorkflowEvent,
  orderOf,
  phaseNodes,
  reportPhases,
  subtaskNodes,
  type WorkflowResult,
  WorkflowRunner,
  type WorkflowState,
  workflowMode,
} from "@roo-code/workflow";
export { loadPlan, parsePlan, requireModes } from "./workflow/load-plan.ts";
export { createWorkflow, openWorkflow, type WorkflowOptions } from "./workflow/open-workflow.ts";
export { type RunWorkflowOptions, resumeWorkflow, runWorkflow } from "./workflow/run-workflow.ts";
export type { SubtasksRequest, WorkflowHost, WorkflowServices, WorkflowSubtasks } from "./workflow/workflow-host.ts";
export { isWorkflow, WorkflowSession } from "./workflow/workflow-session.ts";
