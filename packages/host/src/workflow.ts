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
  type WorkflowState,
} from "@roo-code/workflow";
export { loadPlan, requireModes } from "./workflow/load-plan.ts";
export { createWorkflow, openWorkflow, type WorkflowOptions } from "./workflow/open-workflow.ts";
/** @public */
export { type RunWorkflowOptions, resumeWorkflow, runWorkflow } from "./workflow/run-workflow.ts";
export { WorkflowSession } from "./workflow/workflow-session.ts";
