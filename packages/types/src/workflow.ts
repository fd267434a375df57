import * as z from "zod";

/** A command that must exit with 0. It is run again after a crash, so it must be repeatable. */
const checkSpecSchema = z.object({
  command: z.string().min(1),
  /** Seconds. */
  timeout: z.number().positive().optional(),
});
export type CheckSpec = z.infer<typeof checkSpecSchema>;

const stepName = z.string().regex(/^[a-zA-Z0-9][\w.-]{0,63}$/);
const retries = z.number().int().min(0).max(10).optional();

/** One task of a phase. */
export const subtaskSpecSchema = z.object({
  id: stepName,
  message: z.string().min(1),
  /** Default: the phase's. */
  mode: z.string().optional(),
  /** Other subtasks of the phase that must be done first. */
  dependsOn: z.array(stepName).optional(),
  /** Retries after a failure or a failed check; default: the phase's. */
  retries,
  checks: z.array(checkSpecSchema).optional(),
});
export type SubtaskSpec = z.infer<typeof subtaskSpecSchema>;

export const phaseSpecSchema = z.object({
  id: stepName,
  name: z.string().optional(),
  /** Default: the plan's. */
  mode: z.string().optional(),
  /** Phases that must be done first; default: the previous one; none if empty. */
  dependsOn: z.array(stepName).optional(),
  subtasks: z.array(subtaskSpecSchema).min(1),
  /** Default for its subtasks, and how many tasks are started to repair failures of its own checks. */
  retries,
  /** Run after all its subtasks. */
  checks: z.array(checkSpecSchema).optional(),
});
export type PhaseSpec = z.infer<typeof phaseSpecSchema>;

export const workflowPlanSchema = z.object({
  name: z.string().min(1),
  description: z.string().optional(),
  /** Default: `code`. */
  mode: z.string().optional(),
  /** For `{{vars.name}}` in messages and commands. */
  vars: z.record(stepName, z.string()).optional(),
  /** Maximum number of parallel subtasks. */
  concurrency: z.number().int().min(1).max(32).optional(),
  phases: z.array(phaseSpecSchema).min(1),
});
export type WorkflowPlan = z.infer<typeof workflowPlanSchema>;

export const stepStatusSchema = z.enum(["completed", "failed", "skipped"]);
export type StepStatus = z.infer<typeof stepStatusSchema>;
