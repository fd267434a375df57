import { type ImagePart, RooError, type Settings, type ToolDefinition } from "@roo-code/types";
import type { OpenToolbox } from "./runtime/open-toolbox.ts";
import { Tool } from "./tool.ts";

export interface ToolRegistryOptions {
  readonly tools?: readonly Tool[];
  /** The folder the tools work in (default: the current one). */
  readonly cwd?: string;
  /** For commands, as in `settings.json`: `sandbox`, `network`, `commandTimeout`. */
  readonly settings?: Settings;
}

/** A call, as `ApiStream.getToolUses` returns it. */
export interface ToolUse {
  readonly callId?: string;
  readonly name: string;
  readonly input?: unknown;
}

export interface ToolResult {
  readonly callId: string;
  /** The tool's own name, for a call by an alias. */
  readonly name: string;
  readonly content: string;
  readonly isError: boolean;
  /** Why it failed: `unknown_tool`, `invalid_input`, `tool_crashed`, `tool_unavailable`, `loop`, … */
  readonly code?: string | undefined;
  readonly images?: readonly ImagePart[] | undefined;
}

export interface ToolStatistics {
  readonly attempts: number;
  readonly failures: number;
  readonly totalMs: number;
  readonly errorCodes: Readonly<Record<string, number>>;
}

/**
 * Tools by name or alias: those of the program, and the built-in ones, which are loaded when they are first needed. Pass
 * it to an agent, or execute calls yourself.
 */
export class ToolRegistry implements Iterable<Tool> {
  readonly #options: ToolRegistryOptions;
  readonly #tools = new Map<string, Tool>();
  #calls = 0;
  #opened: Promise<OpenToolbox> | undefined;

  constructor(options: ToolRegistryOptions = {}) {
    this.#options = options;
    for (const tool of options.tools ?? []) this.register(tool);
  }

  /** Replaces a tool of the same name. Throws `RooError` `bad_tool`. */
  register(tool: Tool): void {
    if (!(tool instanceof Tool)) throw new RooError({ code: "bad_tool", message: "Create tools with defineTool." });
    this.#tools.set(tool.name, tool);
    void this.#opened?.then(
      (toolbox) => toolbox.add(tool),
      () => undefined,
    );
  }

  /** The program's tools. */
  [Symbol.iterator](): IterableIterator<Tool> {
    return this.#tools.values();
  }

  /** A tool as a model sees it, by its name or an alias such as `read_directory`; loads built-in tools. */
  async get(name: string): Promise<ToolDefinition | undefined> {
    return (await this.#open()).find(name);
  }

  /** All tools, for `RooClient.createMessage`. */
  async definitions(): Promise<ToolDefinition[]> {
    return (await this.#open()).definitions();
  }

  /**
   * Validates and executes a call, without approval: the program is the one who would be asked. Repeated calls are
   * reported and then refused, crashing tools disabled for a while, reads retried after temporary failures. A failure is
   * a result with `isError`; rejects only when the signal is aborted.
   */
  async execute(
    { callId, name, input = {} }: ToolUse,
    { signal = new AbortController().signal, onOutput = () => {} }: ExecuteOptions = {},
  ): Promise<ToolResult> {
    this.#calls += 1;
    const call = { callId: callId ?? `call-${this.#calls}`, name, input };
    return (await this.#open()).execute(call, { signal, report: onOutput });
  }

  /** Calls, failures and durations by tool. */
  async statistics(): Promise<ReadonlyMap<string, ToolStatistics>> {
    return (await this.#open()).metrics;
  }

  /** Ends commands that run in the background. */
  async dispose(): Promise<void> {
    await (await this.#opened?.catch(() => undefined))?.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  #open(): Promise<OpenToolbox> {
    this.#opened ??= import("./runtime/open-toolbox.ts")
      .then(({ OpenToolbox: Opened }) => Opened.open(this.#options, [...this.#tools.values()]))
      .catch((error: unknown) => {
        this.#opened = undefined;
        throw error;
      });
    return this.#opened;
  }
}

export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  /** Receives live output of commands and tools. */
  readonly onOutput?: (text: string) => void;
}
