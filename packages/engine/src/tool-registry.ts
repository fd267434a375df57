import {
  type CallTranslator,
  type NamedCall,
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
import { comparableName, nearestTools } from "./nearest-tools.ts";
import { prepareCall } from "./prepare-call.ts";
import { refuseMalformed } from "./tool-input.ts";

/** A call and its tool. */
export interface ResolvedCall {
  readonly tool: Tool;
  /** With the tool's own name and parameters. */
  readonly call: ToolCallPart;
  /** The model's name for the tool, if different. */
  readonly calledAs?: string;
}

/** Up to this many tools are all listed when a tool is unknown; of more, only the most similar. */
const maxListedTools = 8;
const maxSimilarTools = 5;

/** Tools by name and alias. A tool's code is loaded when it is first needed. */
export class ToolRegistry {
  readonly ports: ToolPorts;
  readonly #translate: CallTranslator | undefined;
  readonly #entries = new Map<string, ToolEntry>();
  readonly #names = new Map<string, string>();
  /** Tools whose port is missing. */
  readonly #unavailable = new Map<string, ToolEntry>();
  readonly #loaded = new Map<string, Promise<Tool>>();

  /**
   * Tools whose port is missing are not offered to the model. `translate` is called for calls of unknown tools.
   */
  constructor(entries: readonly ToolEntry[] = [], ports: ToolPorts = {}, translate?: CallTranslator) {
    this.ports = ports;
    this.#translate = translate;
    for (const entry of entries) this.add(entry);
  }

  /** A later tool replaces an earlier one of the same name. */
  add(entry: ToolEntry): void {
    const isAvailable = entry.needs === undefined || this.ports[entry.needs] !== undefined;
    (isAvailable ? this.#entries : this.#unavailable).set(entry.name, entry);
    this.#loaded.delete(entry.name);
    for (const name of [entry.name, ...(entry.aliases ?? [])]) this.#names.set(comparableName(name), entry.name);
  }

  register(tool: Tool): void {
    this.add({ name: tool.name, load: () => Promise.resolve(tool) });
  }

  /** Finds a tool by name or alias. */
  async get(name: string): Promise<Tool | undefined> {
    const entry = this.#entries.get(name) ?? this.#entries.get(this.#names.get(comparableName(name)) ?? "");
    return entry && this.#load(entry);
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Definitions of the tools that are offered to a model, in the order of the list. */
  async definitions(isOffered: (group: ToolGroup) => boolean = () => true, model = ""): Promise<ToolDefinition[]> {
    const offered = [...this.#entries.values()].filter(({ isFor }) => !isFor || isFor(model));
    const offers = await Promise.all(offered.map(async (entry) => entry.offer ?? this.#offerOf(entry)));
    return offers.flatMap(({ group, definition }) => (isOffered(group) ? [definition] : []));
  }

  /**
   * The tool of a call, by any of its names, and the call with that tool's parameters. Does not check whether the tool
   * may be used; `isOffered` only limits which tools an error message suggests. Throws `ToolFailure` `unknown_tool`.
   */
  async resolve(call: ToolCallPart, isOffered: (group: ToolGroup) => boolean = () => true): Promise<ResolvedCall> {
    const exact = this.#entries.get(call.name);
    if (exact) return { tool: await this.#load(exact), call };
    refuseMalformed(call);
    const { name, input } = await this.#translated(call);
    const entry = this.#entries.get(name);
    if (!entry) throw this.#unavailableTool(name) ?? this.#unknownTool(call.name, isOffered);
    return { tool: await this.#load(entry), call: { ...call, name, input }, calledAs: call.name };
  }

  /** Validates and runs one call, without approval and recording. Throws `ToolFailure`. */
  async execute(call: ToolCallPart, context: ToolContext): Promise<ToolOutput> {
    const prepared = await prepareCall({ ...(await this.resolve(call)), context });
    return prepared.perform();
  }

  async require(name: string): Promise<Tool> {
    const tool = await this.get(name);
    if (tool) return tool;
    throw this.#unknownTool(name);
  }

  /** By another spelling of a tool's own name, else by the translator, else by an alias. */
  async #translated({ name: original, input }: ToolCallPart): Promise<NamedCall> {
    const comparable = comparableName(original);
    const named = this.#names.get(comparable) ?? "";
    if (comparableName(named) === comparable) return { name: named, input };
    const translated = await this.#translate?.({ name: comparable, input });
    const isKnown = translated && (this.#entries.has(translated.name) || this.#unavailable.has(translated.name));
    return isKnown ? translated : { name: named, input };
  }

  #unavailableTool(name: string): ToolFailure | undefined {
    const entry = this.#unavailable.get(name);
    if (!entry) return undefined;
    return new ToolFailure(
      "not_available",
      `${name} is not available here. ${entry.unavailable ?? "Continue without it."}`,
    );
  }

  #unknownTool(wrong: string, isOffered: (group: ToolGroup) => boolean = () => true): ToolFailure {
    const offered = [...this.#entries.values()].filter(({ offer }) => !offer || isOffered(offer.group));
    const described = offered.map(({ name, aliases = [], offer }) => ({
      name,
      aliases,
      description: offer?.definition.description ?? "",
    }));
    const names = described.map(({ name }) => name);
    const near = nearestTools(comparableName(wrong), described, maxSimilarTools);
    const advice =
      names.length <= maxListedTools
        ? `Available tools: ${names.join(", ")}.`
        : near.length > 0
          ? `Similar tools: ${near.join(", ")}.`
          : "Use only the tools you were given.";
    return new ToolFailure("unknown_tool", `There is no tool called "${wrong.slice(0, 80)}". ${advice}`);
  }

  #load(entry: ToolEntry): Promise<Tool> {
    let loading = this.#loaded.get(entry.name);
    if (!loading) {
      loading = entry.load();
      this.#loaded.set(entry.name, loading);
    }
    return loading;
  }

  async #offerOf(entry: ToolEntry): Promise<ToolOffer> {
    const tool = await this.#load(entry);
    // Only for tools without a precomputed definition.
    const { defineForModel } = await import("./tool-definition.ts");
    return { group: tool.group, definition: defineForModel(tool) };
  }
}
