import type * as z from "zod";
import type { ApprovalSubject } from "./approval.ts";
import type { ApprovalKind } from "./approval-kinds.ts";
import type { FileVersion } from "./event.ts";
import type { Claim } from "./evidence.ts";
import type { ImagePart } from "./message.ts";
import type { ToolDefinition } from "./provider.ts";
import type { Todo } from "./todo.ts";
import type { ToolGroup } from "./tool-groups.ts";
import type { CallServices, ToolPorts } from "./tool-ports.ts";
import type { FileChange, Workspace } from "./workspace.ts";

/** All that a tool ever gets. Never the task, the agent or an interface. */
export interface ToolContext {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly ports: ToolPorts;
  /** Shows output while it comes; never recorded, never throws. */
  report(text: string): void;
  /** The version of a file that the model last saw in this task; undefined when it saw none. */
  seenVersion(path: string): string | null | undefined;
  /** Absent outside a task. */
  readonly call?: CallServices;
}

export interface ToolOutput {
  /** What the model reads; bounded by the tool. */
  readonly content: string;
  readonly images?: readonly ImagePart[];
  /** File contents the model knows from now on. */
  readonly seen?: readonly FileVersion[];
  /** For people, in a few words: what went wrong in what was done, though the call worked (`exit code 1`). */
  readonly trouble?: string;
  /** What the engine is to do beside telling the model. */
  readonly control?: ToolControl;
}

export type ToolControl =
  | { type: "complete"; result: string; claims: readonly Claim[] }
  | { type: "ask"; question: string; suggestions: readonly string[] }
  | { type: "todos"; todos: readonly Todo[] }
  | { type: "switch-mode"; mode: string; reason: string }
  | { type: "new-task"; mode: string; message: string; todos: readonly Todo[] };

/** What an edit will do, worked out before anyone is asked and anything is written. */
export interface EditPlan {
  readonly changes: readonly FileChange[];
  /** Unified diff, for the person who approves. */
  readonly diff: string;
  /** What the model is told once it is written. */
  readonly output: ToolOutput;
}

interface ToolBase<Input> {
  readonly name: string;
  readonly group: ToolGroup;
  /** What the model reads about it: the `.md` beside the tool. */
  readonly description: string;
  /** A strict object: keys it does not know are left out, and the model is told. */
  readonly input: z.ZodType<Input>;
}

/** Looks, and changes nothing: may run beside others and may run again. */
export interface ReadTool<Input = unknown> extends ToolBase<Input> {
  readonly kind: "read";
  run(input: Input, context: ToolContext): Promise<ToolOutput>;
}

/** Changes files, in two steps: the plan reads only; the engine records, asks and applies it. */
export interface EditTool<Input = unknown> extends ToolBase<Input> {
  readonly kind: "edit";
  /** The same input on the same files gives the same plan, so that a write cut short can be completed. */
  plan(input: Input, context: ToolContext): Promise<EditPlan>;
}

/** Has an effect outside the task that cannot be known afterwards: never run again by itself. */
export interface ActionTool<Input = unknown> extends ToolBase<Input> {
  readonly kind: "action";
  readonly approval: ApprovalKind;
  /** What the person is shown. Throws `ToolFailure` for what must not even be asked. */
  subject(input: Input): ApprovalSubject;
  /** The same with what must be looked up first. */
  fullSubject?(input: Input, context: ToolContext): Promise<ApprovalSubject>;
  run(input: Input, context: ToolContext): Promise<ToolOutput>;
}

/** Speaks to the engine or the person; touches nothing outside the task. */
export interface FlowTool<Input = unknown> extends ToolBase<Input> {
  readonly kind: "flow";
  run(input: Input, context: ToolContext): Promise<ToolOutput>;
}

export type Tool<Input = unknown> = ReadTool<Input> | EditTool<Input> | ActionTool<Input> | FlowTool<Input>;

export interface ToolOffer {
  readonly group: ToolGroup;
  readonly definition: ToolDefinition;
}

/** A tool by name, loaded when it is first needed. */
export interface ToolEntry {
  readonly name: string;
  /** Other names models use for it, with arguments it understands. */
  readonly aliases?: readonly string[];
  /** The port without which it is not offered. */
  readonly needs?: keyof ToolPorts;
  /** Whether a model is told of it; every one is when absent. A model that knows it by itself may call it anyway. */
  readonly isFor?: (model: string) => boolean;
  /** Its group and what the model is told of it, where that is known without loading it. */
  readonly offer?: ToolOffer;
  load(): Promise<Tool>;
}

/** A call without its place in a reply. */
export interface NamedCall {
  readonly name: string;
  readonly input: unknown;
}

/**
 * Puts a call of a tool that we do not have, its name in small letters with `_`, into one of a tool that we may have.
 * undefined when it cannot tell what is meant; throws `ToolFailure` when it can and there is no such thing here.
 */
export type CallTranslator = (call: NamedCall) => Promise<NamedCall | undefined>;

/** Gives a tool its input type and takes it away again for the list, where every input is unknown. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool;
}
