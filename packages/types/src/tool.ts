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

/** Everything a tool gets. Never the task, the agent or a user interface. */
export interface ToolContext {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly ports: ToolPorts;
  /** Shows output live; never recorded, never throws. */
  report(text: string): void;
  /** The version of a file that the model last saw in this task; undefined if it saw none. */
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
  /** For people: a problem in the outcome of a successful call, in brief (`exit code 1`). */
  readonly trouble?: string;
  /** What the engine does in addition to sending the result to the model. */
  readonly control?: ToolControl;
}

export type ToolControl =
  | { type: "complete"; result: string; claims: readonly Claim[] }
  | { type: "ask"; question: string; suggestions: readonly string[] }
  | { type: "todos"; todos: readonly Todo[] }
  | { type: "switch-mode"; mode: string; reason: string }
  | { type: "new-task"; mode: string; message: string; todos: readonly Todo[] };

/** What an edit will do, computed before approval is requested and anything is written. */
export interface EditPlan {
  readonly changes: readonly FileChange[];
  /** Unified diff, for the person who approves. */
  readonly diff: string;
  /** The result for the model once it is written. */
  readonly output: ToolOutput;
}

interface ToolBase<Input> {
  readonly name: string;
  readonly group: ToolGroup;
  /** Description for the model: the `.md` beside the tool. */
  readonly description: string;
  /** A strict object: unknown keys are dropped, and the model is told. */
  readonly input: z.ZodType<Input>;
}

/** Read-only: may run in parallel and may be repeated. */
export interface ReadTool<Input = unknown> extends ToolBase<Input> {
  readonly kind: "read";
  run(input: Input, context: ToolContext): Promise<ToolOutput>;
}

/** Changes files, in two steps: planning is read-only; the engine records, requests approval and applies the plan. */
export interface EditTool<Input = unknown> extends ToolBase<Input> {
  readonly kind: "edit";
  /** Deterministic: the same input on the same files gives the same plan, so that an interrupted write can be completed. */
  plan(input: Input, context: ToolContext): Promise<EditPlan>;
}

/** Has an effect outside the task that cannot be determined afterwards: never repeated automatically. */
export interface ActionTool<Input = unknown> extends ToolBase<Input> {
  readonly kind: "action";
  readonly approval: ApprovalKind;
  /** What the person is shown. Throws `ToolFailure` for what is refused without asking. */
  subject(input: Input): ApprovalSubject;
  /** The same, for subjects that must be looked up first. */
  fullSubject?(input: Input, context: ToolContext): Promise<ApprovalSubject>;
  run(input: Input, context: ToolContext): Promise<ToolOutput>;
}

/** Talks to the engine or the person; touches nothing outside the task. */
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
  /** Other names models use for it, with compatible arguments. */
  readonly aliases?: readonly string[];
  /** The port without which it is not offered. */
  readonly needs?: keyof ToolPorts;
  /** Result of a call without that port: why the tool is unavailable, and what to do instead. */
  readonly unavailable?: string;
  /** Whether the tool is offered to a model; default: to all. A model that knows it may call it anyway. */
  readonly isFor?: (model: string) => boolean;
  /** Its group and description, if known without loading it. */
  readonly offer?: ToolOffer;
  load(): Promise<Tool>;
}

/** A call without its position in a reply. */
export interface NamedCall {
  readonly name: string;
  readonly input: unknown;
}

/**
 * Translates a call of an unknown tool (name in lower case with `_`) into a call of a tool that may exist.
 * undefined if the intent is unclear; throws `ToolFailure` if it is clear but there is no such tool here.
 */
export type CallTranslator = (call: NamedCall) => Promise<NamedCall | undefined>;

/** Checks a tool against its input type, and erases the type for the list, where every input is unknown. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool;
}
