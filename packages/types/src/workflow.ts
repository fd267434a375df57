import * as z from "zod";

/** A command that must exit with 0. It is run again after a crash, so it must be one that can be repeated. */
export const checkSpecSchema = z.object({
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
  /** The phase's, when absent. */
  mode: z.string().optional(),
  /** Other subtasks of the phase that must be done first. */
  dependsOn: z.array(stepName).optional(),
  /** How often it is tried again after a failure, or when a check fails; the phase's, when absent. */
  retries,
  checks: z.array(checkSpecSchema).optional(),
});
export type SubtaskSpec = z.infer<typeof subtaskSpecSchema>;

export const phaseSpecSchema = z.object({
  id: stepName,
  name: z.string().optional(),
  /** The plan's, when absent. */
  mode: z.string().optional(),
  /** Phases that must be done first; the one before it when absent, none when empty. */
  dependsOn: z.array(stepName).optional(),
  subtasks: z.array(subtaskSpecSchema).min(1),
  /** Of its subtasks that say nothing else, and how often a task is started to repair what its own checks find. */
  retries,
  /** After all its subtasks. */
  checks: z.array(checkSpecSchema).optional(),
});
export type PhaseSpec = z.infer<typeof phaseSpecSchema>;

export const workflowPlanSchema = z.object({
  name: z.string().min(1),
  description: z.string().optional(),
  /** `code`, when absent. */
  mode: z.string().optional(),
  /** For `{{vars.name}}` in messages and commands. */
  vars: z.record(stepName, z.string()).optional(),
  /** How much may be under way at once. */
  concurrency: z.number().int().min(1).max(32).optional(),
  phases: z.array(phaseSpecSchema).min(1),
});
export type WorkflowPlan = z.infer<typeof workflowPlanSchema>;

export const stepStatusSchema = z.enum(["completed", "failed", "skipped"]);
export type StepStatus = z.infer<typeof stepStatusSchema>;
