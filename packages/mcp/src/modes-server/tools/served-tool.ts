import { RooError, type TaskId, taskIdSchema } from "@roo-code/types";
import * as z from "zod";
import type { ClientSession } from "../client-sessions.ts";
import type { ModesServerPorts, TaskLook } from "../modes-server-ports.ts";
import { type TaskView, viewOf } from "../task-view.ts";
import { waitForTask } from "../wait-for-task.ts";

/** What one call of a tool may use. */
export interface ServedCall extends ModesServerPorts {
  readonly session: ClientSession;
  readonly signal: AbortSignal;
  /** Tells the client how a task that it waits for gets on. */
  readonly report: (look: TaskLook) => void;
  /** Notes that the client works with a task, and tells it of the resource. */
  readonly use: (taskId: TaskId, purpose?: string) => void;
}

interface ToolParts<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether it leaves the world as it is. */
  readonly isReadOnly: boolean;
  readonly input: Input;
  readonly output: Output;
  /** What the caller can do something about is thrown as `RooError` or `ToolFailure`. */
  run(input: z.infer<Input>, call: ServedCall): Promise<z.infer<Output>>;
}

export interface ServedTool extends Omit<ToolParts<z.ZodObject, z.ZodObject>, "run"> {
  readonly run: (given: unknown, call: ServedCall) => Promise<Record<string, unknown>>;
}

/** Ties a tool's parts to each other's types. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolParts<Input, Output>,
): ServedTool {
  return { ...tool, run: (given, call) => tool.run(tool.input.parse(given), call) };
}

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
