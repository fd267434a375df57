import { systemClock } from "@roo-code/host";
import { Toolbox, type ToolboxCall, type ToolboxResult } from "@roo-code/host/toolbox";
import type { ToolContext, ToolDefinition } from "@roo-code/types";
import type { Tool } from "../tool.ts";
import type { ToolRegistryOptions, ToolStatistics } from "../tool-registry.ts";
import { openStorage, type Storage } from "./storage.ts";
import { toolEntry } from "./tools-part.ts";

/** What a registry loads with its first use. */
export class OpenToolbox {
  readonly #toolbox: Toolbox;
  readonly #storage: Storage;
  readonly #cwd: string;
  /** Tools that are being added. */
  #adding: Promise<void> = Promise.resolve();

  private constructor(toolbox: Toolbox, storage: Storage, cwd: string) {
    this.#toolbox = toolbox;
    this.#storage = storage;
    this.#cwd = cwd;
  }

  /** Throws `RooError` `bad_cwd`, `bad_schema`. */
  static async open(options: ToolRegistryOptions, tools: readonly Tool[]): Promise<OpenToolbox> {
    const { cwd = process.cwd(), settings = {} } = options;
    const context = { environment: process.env, clock: systemClock };
    const storage = await openStorage("memory", context);
    const entries = await Promise.all(tools.map((tool) => toolEntry(tool, { cwd })));
    const toolbox = new Toolbox({ ...context, home: storage.home, cwd, settings, tools: entries });
    return new OpenToolbox(toolbox, storage, cwd);
  }

  add(tool: Tool): void {
    this.#adding = this.#adding.then(async () => this.#toolbox.add(await toolEntry(tool, { cwd: this.#cwd })));
    // Reported by the next call.
    this.#adding.catch(() => undefined);
  }

  get metrics(): ReadonlyMap<string, ToolStatistics> {
    return this.#toolbox.metrics;
  }

  async definitions(): Promise<ToolDefinition[]> {
    await this.#adding;
    return this.#toolbox.definitions();
  }

  async find(name: string): Promise<ToolDefinition | undefined> {
    await this.#adding;
    return this.#toolbox.find(name);
  }

  async execute(call: ToolboxCall, context: Pick<ToolContext, "signal" | "report">): Promise<ToolboxResult> {
    await this.#adding;
    return this.#toolbox.execute(call, context);
  }

  async dispose(): Promise<void> {
    await this.#toolbox.dispose();
    await this.#storage.tidy();
  }
}
