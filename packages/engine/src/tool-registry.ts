import {
  type Tool,
  type ToolCallPart,
  type ToolContext,
  type ToolDefinition,
  type ToolEntry,
  ToolFailure,
  type ToolGroup,
  type ToolOffer,
  type ToolOutput,
  type ToolPorts,
} from "@roo-code/types";
import { prepareCall } from "./prepare-call.ts";

/** Tools by name and alias. A tool's code is loaded when it is first asked for. */
export class ToolRegistry {
  readonly ports: ToolPorts;
  readonly #entries = new Map<string, ToolEntry>();
  readonly #names = new Map<string, string>();
  readonly #loaded = new Map<string, Promise<Tool>>();

  /** Tools whose port is missing are left out: the model is not told of what cannot work. */
  constructor(entries: readonly ToolEntry[] = [], ports: ToolPorts = {}) {
    this.ports = ports;
    for (const entry of entries) this.add(entry);
  }

  /** A later tool takes the place of an earlier one of the same name. */
  add(entry: ToolEntry): void {
    if (entry.needs !== undefined && this.ports[entry.needs] === undefined) return;
    this.#entries.set(entry.name, entry);
    this.#loaded.delete(entry.name);
    for (const name of [entry.name, ...(entry.aliases ?? [])]) this.#names.set(name, entry.name);
  }

  register(tool: Tool): void {
    this.add({ name: tool.name, load: () => Promise.resolve(tool) });
  }

  /** undefined when neither a tool nor an alias is called so. */
  async get(name: string): Promise<Tool | undefined> {
    const entry = this.#entries.get(this.#names.get(name) ?? "");
    if (!entry) return undefined;
    let loading = this.#loaded.get(entry.name);
    if (!loading) {
      loading = entry.load();
      this.#loaded.set(entry.name, loading);
    }
    return loading;
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  /** What the model is told of each tool whose group `isOffered` lets through, in the order of the list. */
  async definitions(isOffered: (group: ToolGroup) => boolean = () => true): Promise<ToolDefinition[]> {
    const offers = await Promise.all(
      [...this.#entries.values()].map(async (entry) => entry.offer ?? this.#offerOf(entry.name)),
    );
    return offers.flatMap(({ group, definition }) => (isOffered(group) ? [definition] : []));
  }

  /** Validates and runs one call, without approval and without a record. Throws `ToolFailure`. */
  async execute(call: ToolCallPart, context: ToolContext): Promise<ToolOutput> {
    const tool = await this.require(call.name);
    const prepared = await prepareCall({ tool, call, context });
    return prepared.perform();
  }

  async require(name: string): Promise<Tool> {
    const tool = await this.get(name);
    if (tool) return tool;
    throw new ToolFailure(
      "unknown_tool",
      `There is no tool called "${name.slice(0, 80)}". The tools are: ${this.names().join(", ")}.`,
    );
  }

  async #offerOf(name: string): Promise<ToolOffer> {
    const tool = await this.require(name);
    // Schemas are translated here only for tools that do not bring their definition along.
    const { defineForModel } = await import("./tool-definition.ts");
    return { group: tool.group, definition: defineForModel(tool) };
  }
}
