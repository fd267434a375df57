import type { TaskId } from "@roo-code/types";
import type * as z from "zod";
import type { ClientSession } from "../client-session.ts";
import type { ModesServerPorts, TaskLook } from "../modes-server-ports.ts";

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
