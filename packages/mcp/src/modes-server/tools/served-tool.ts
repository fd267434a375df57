import { RooError, type TaskId, taskIdSchema } from "@roo-code/types";
import * as z from "zod";
import type { ClientSession } from "../client-sessions.ts";
import type { ModesServerPorts, TaskOverview } from "../modes-server-ports.ts";
import { type TaskView, viewOf } from "../task-view.ts";
import { waitForTask } from "../wait-for-task.ts";

/** What one call of a tool may use. */
export interface ServedCall extends ModesServerPorts {
  readonly session: ClientSession;
  readonly signal: AbortSignal;
  /** Sends the client progress of a task that it waits for. */
  readonly report: (overview: TaskOverview) => void;
  /** Records that the client uses a task, and notifies it of the resource. */
  readonly use: (taskId: TaskId, purpose?: string) => void;
}

interface ToolParts<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether it changes nothing. */
  readonly isReadOnly: boolean;
  readonly input: Input;
  /** Other names of its fields that clients use, with its own names. */
  readonly otherNames?: Readonly<Record<string, string>>;
  readonly output: Output;
  /** Throws `RooError` or `ToolFailure` for what the caller can fix. */
  run(input: z.infer<Input>, call: ServedCall): Promise<z.infer<Output>>;
}

export interface ServedTool extends Omit<ToolParts<z.ZodObject, z.ZodObject>, "run"> {
  readonly run: (input: unknown, call: ServedCall) => Promise<Record<string, unknown>>;
}

/** Checks a tool against its input and output types, then erases them. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolParts<Input, Output>,
): ServedTool {
  return { ...tool, run: (input, call) => tool.run(tool.input.parse(input), call) };
}

/** What clients are told about the input: its own names. Others are accepted as well. */
export function acceptedInput({ input, otherNames }: Pick<ServedTool, "input" | "otherNames">): z.ZodType {
  if (!otherNames) return input;
  return z.preprocess((given) => renamed(given, otherNames), input);
}

function renamed(given: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const own = names[key];
      return [own === undefined || own in given ? key : own, value];
    }),
  );
}

export const taskIdInput = z.string().max(100).describe("the task's id, from new_task");
export const modeInput = z.string().max(100).describe("a mode's slug, from list_modes");
/** Below the common request timeout of clients. */
export const waitInput = z
  .number()
  .min(0)
  .max(50)
  .optional()
  .describe("wait at most this many seconds for the task to end or to ask a question (default: 0)");

export function readTaskId(text: string): TaskId {
  const { data, success } = taskIdSchema.safeParse(text);
  if (success) return data;
  const next = "Pass the id that new_task returned.";
  throw new RooError({ code: "task_not_found", message: `There is no task ${text.slice(0, 80)}.`, next });
}

export async function viewAfter(taskId: TaskId, seconds: number | undefined, call: ServedCall): Promise<TaskView> {
  const { tasks, signal, report } = call;
  return viewOf(taskId, await waitForTask(tasks, taskId, { seconds: seconds ?? 0, signal, onChange: report }));
}
