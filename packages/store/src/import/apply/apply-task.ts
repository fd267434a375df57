import type { FoundTask } from "../import-source.ts";
import type { StepOutcome } from "./apply-steps.ts";
import type { ImportTarget } from "./import-target.ts";

/** Known by its id: a task that was brought over may have gone on since. */
export async function applyTask(target: ImportTarget, task: FoundTask): Promise<StepOutcome> {
  if (await target.hasTask(task.taskId)) return { done: "skipped", note: "there already" };
  await target.addTask(task);
  return { done: "brought" };
}
