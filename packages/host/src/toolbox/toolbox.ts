import { type RecoveredCall, RecoveringTools, type ToolMetrics, ToolRegistry } from "@roo-code/engine";
import { builtinTools, translateCall } from "@roo-code/tools";
import {
  type Settings,
  type ToolContext,
  type ToolDefinition,
  type ToolEntry,
  type ToolOutput,
  unlimited,
} from "@roo-code/types";
import type { LocalWorkspace } from "@roo-code/workspace";
import type { HostContext } from "../host.ts";
import { outlinePart } from "../parts/code-index.ts";
import { openTaskWorkspace, workspaceFolder } from "../session/task-workspace.ts";
import { newTaskId } from "../task-id.ts";

export interface ToolboxOptions extends HostContext {
  /** The folder the tools work in. */
  readonly cwd: string;
  readonly settings: Settings;
  /** In addition to the built-in tools. */
  readonly tools: readonly ToolEntry[];
}

export interface ToolboxCall {
  readonly callId: string;
  readonly name: string;
  readonly input: unknown;
}

export type ToolboxResult = RecoveredCall;

/**
 * The built-in tools and those of a program, for calls by the program itself: confined to a folder and sandboxed like
 * those of a task, but without approval and log.
 */
export class Toolbox {
  readonly #registry: ToolRegistry;
  readonly #tools: RecoveringTools;
  readonly #workspace: LocalWorkspace;
  /** File contents that earlier calls returned: an edit of a file that has changed since is refused. */
  readonly #seen = new Map<string, string | null>();

  /** Throws `RooError` `bad_cwd`. */
  constructor(options: ToolboxOptions) {
    const { clock, settings, tools } = options;
    this.#registry = new ToolRegistry([...builtinTools, ...tools], { ...outlinePart().ports }, translateCall);
    this.#tools = new RecoveringTools({ registry: this.#registry, clock });
    this.#workspace = openTaskWorkspace(options, {
      root: workspaceFolder(options.cwd),
      taskId: newTaskId(clock.now(), Math.random),
      settings,
      capabilities: () => unlimited,
    });
  }

  /** Calls, failures and durations per tool. */
  get metrics(): ReadonlyMap<string, Readonly<ToolMetrics>> {
    return this.#tools.metrics;
  }

  add(tool: ToolEntry): void {
    this.#registry.add(tool);
  }

  definitions(): Promise<ToolDefinition[]> {
    return this.#registry.definitions();
  }

  /** A tool by its name or an alias. */
  async find(name: string): Promise<ToolDefinition | undefined> {
    const tool = await this.#registry.get(name);
    const definitions = await this.definitions();
    return tool && definitions.find((definition) => definition.name === tool.name);
  }

  /** Validates and executes a call. A failure is a result, too; rejects only when the signal is aborted. */
  async execute(call: ToolboxCall, { signal, report }: Pick<ToolContext, "signal" | "report">): Promise<ToolboxResult> {
    const { output, ...result } = await this.#tools.execute(
      { type: "tool-call", ...call },
      {
        workspace: this.#workspace,
        ports: this.#registry.ports,
        signal,
        report,
        seenVersion: (path) => this.#seen.get(path),
      },
    );
    this.#note(output);
    return result;
  }

  /** Ends commands in the background. */
  async dispose(): Promise<void> {
    await this.#workspace.dispose();
  }

  #note(output: ToolOutput | undefined): void {
    for (const { path, version } of output?.seen ?? []) this.#seen.set(path, version);
  }
}
