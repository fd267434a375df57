import type { TaskEvent } from "@roo-code/types";
import type { FoundTask } from "../import-source.ts";
import type { ApplySteps, StepOutcome } from "./apply-steps.ts";
import type { ImportTarget } from "./import-target.ts";

/** Known by its id: a task that was brought over may have gone on since. */
export async function applyTask(step: {
  readonly target: ImportTarget;
  readonly steps: ApplySteps;
  readonly task: FoundTask;
}): Promise<StepOutcome> {
  const { target, steps, task } = step;
  const { taskId } = task;
  if (await target.hasTask(taskId)) return { done: "skipped", note: "there already" };
  await target.addTask({ taskId, events: () => task.events().map((event) => inModeOfNow(event, steps)) });
  return { done: "brought" };
}

/** Its mode may have had to get another name; the old one is somebody else's mode here. */
function inModeOfNow(event: TaskEvent, { modeNames }: ApplySteps): TaskEvent {
  if (event.type !== "task.start" && event.type !== "mode.start") return event;
  return { ...event, mode: modeNames.get(event.mode) ?? event.mode };
}
