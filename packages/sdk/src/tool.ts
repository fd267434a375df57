import { type ImagePart, RooError, type TextPart, type ToolGroup } from "@roo-code/types";
import type { JsonSchema, OutputOf, Schema } from "./schema.ts";

/** What a tool gets besides its input. */
export interface ToolContext {
  /** The folder the agent works in. */
  readonly cwd: string;
  /** Aborted when the run is stopped or the tool takes too long. */
  readonly signal: AbortSignal;
  /** Absent outside of a task. */
  readonly taskId?: string;
  /** Shows progress as an `output.delta` event; not sent to the model. */
  readonly report: (text: string) => void;
}

/** A string, or parts with images. Any other value is sent to the model as JSON. */
export type ToolContent = string | TextPart | ImagePart | readonly (TextPart | ImagePart)[];

export interface ToolOptions<Input extends Schema = Schema> {
  /** At most 64 letters, digits, `_` and `-`. */
  readonly name: string;
  /** What it does and when to use it, for the model. */
  readonly description: string;
  /** A zod 4 schema of an object, any Standard Schema, or a JSON Schema. Without it, the tool takes no input. */
  readonly input?: Input;
  /** The JSON Schema that the model sees, for schemas that cannot be converted to one. */
  readonly inputSchema?: JsonSchema;
  /** Other names models may use. */
  readonly aliases?: readonly string[];
  /** It changes nothing: it may run in parallel with others and be repeated (default: false). */
  readonly readOnly?: boolean;
  /** Whether each call is approved first, like a command (default: false: the program that registers it allows it). */
  readonly needsApproval?: boolean;
  /** Limits it to modes with this group (default: all modes). */
  readonly group?: ToolGroup;
  /** How long a call may take (default: 5 minutes; `Infinity` for no limit). */
  readonly timeoutMs?: number;
  /**
   * Returns the result for the model: text, content parts, or a value that is converted to JSON. What it throws is sent
   * to the model as an error; a `ToolFailure` tells it what to do instead.
   */
  execute(input: OutputOf<Input>, context: ToolContext): unknown;
}

const defaultTimeoutMs = 5 * 60_000;

/** A tool of the program. `defineTool` infers the type of its input. */
export class Tool<Input extends Schema = Schema> {
  readonly name: string;
  readonly description: string;
  readonly input: Input | undefined;
  readonly inputSchema: JsonSchema | undefined;
  readonly aliases: readonly string[];
  readonly readOnly: boolean;
  readonly needsApproval: boolean;
  readonly group: ToolGroup | undefined;
  readonly timeoutMs: number;
  readonly #options: ToolOptions<Input>;

  /** Throws `RooError` `bad_tool`. */
  constructor(options: ToolOptions<Input>) {
    requireValid(options);
    this.#options = options;
    this.name = options.name;
    this.description = options.description;
    this.input = options.input;
    this.inputSchema = options.inputSchema;
    this.aliases = options.aliases ?? [];
    this.readOnly = options.readOnly ?? false;
    this.needsApproval = options.needsApproval ?? false;
    this.group = options.group;
    this.timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  }

  /** Runs it without validation, approval and recovery; `ToolRegistry.execute` has those. */
  execute(input: OutputOf<Input>, context: ToolContext): unknown {
    return this.#options.execute(input, context);
  }
}

/** Throws `RooError` `bad_tool`. */
export function defineTool<const Input extends Schema>(options: ToolOptions<Input>): Tool<Input> {
  return new Tool(options);
}

function requireValid(options: ToolOptions): void {
  const { name, description, timeoutMs = 1 } = options;
  const problem =
    typeof name !== "string" || !/^[\w-]{1,64}$/.test(name)
      ? `The name of a tool must have 1 to 64 letters, digits, _ and -, not ${JSON.stringify(name)?.slice(0, 80)}.`
      : typeof description !== "string" || description.trim() === ""
        ? `The tool ${name} needs a description, by which the model decides when to use it.`
        : typeof options.execute !== "function"
          ? `The tool ${name} needs a function execute(input, context).`
          : !(timeoutMs > 0)
            ? `The timeoutMs of the tool ${name} must be positive.`
            : undefined;
  if (problem !== undefined) throw new RooError({ code: "bad_tool", message: problem });
}
