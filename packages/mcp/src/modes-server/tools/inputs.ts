import { RooError, type TaskId, taskIdSchema } from "@roo-code/types";
import * as z from "zod";
import { type TaskView, viewOf } from "../task-view.ts";
import { waitForTask } from "../wait-for-task.ts";
import type { ServedCall } from "./served-tool.ts";

export const taskIdInput = z.string().max(100).describe("the task's id, as new_task gave it");
export const modeInput = z.string().max(100).describe("a mode's slug, as list_modes gives it");
/** Below the time after which clients commonly give a call up. */
export const waitInput = z
  .number()
  .min(0)
  .max(50)
  .optional()
  .describe("wait so many seconds at most for the task to end or to ask something (default: 0)");

export function readTaskId(text: string): TaskId {
  const { data, success } = taskIdSchema.safeParse(text);
  if (success) return data;
  const next = "Give the id that new_task returned.";
  throw new RooError({ code: "task_not_found", message: `There is no task ${text.slice(0, 80)}.`, next });
}

export async function viewAfter(taskId: TaskId, seconds: number | undefined, call: ServedCall): Promise<TaskView> {
  const { tasks, signal, report } = call;
  return viewOf(taskId, await waitForTask(tasks, taskId, { seconds: seconds ?? 0, signal, onChange: report }));
}
