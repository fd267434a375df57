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

/** A call with the tool it means. */
export interface ResolvedCall {
  readonly tool: Tool;
  /** In the tool's own words. */
  readonly call: ToolCallPart;
  /** The model's own name for the tool, where that is another. */
  readonly calledAs?: string;
}

/** So many tools are all named to a model that asked for none of them; of more, the nearest. */
const fewTools = 8;
const nearestShown = 5;

/** Tools by name and alias. A tool's code is loaded when it is first asked for. */
export class ToolRegistry {
  readonly ports: ToolPorts;
  readonly #translate: CallTranslator | undefined;
  readonly #entries = new Map<string, ToolEntry>();
  readonly #names = new Map<string, string>();
  /** Tools that are not here for want of their port. */
  readonly #unavailable = new Map<string, ToolEntry>();
  readonly #loaded = new Map<string, Promise<Tool>>();

  /**
   * Tools whose port is missing are left out: the model is not told of what cannot work. `translate` is asked about
   * calls that name no tool.
   */
  constructor(entries: readonly ToolEntry[] = [], ports: ToolPorts = {}, translate?: CallTranslator) {
    this.ports = ports;
    this.#translate = translate;
    for (const entry of entries) this.add(entry);
  }

  /** A later tool takes the place of an earlier one of the same name. */
  add(entry: ToolEntry): void {
    const isThere = entry.needs === undefined || this.ports[entry.needs] !== undefined;
    (isThere ? this.#entries : this.#unavailable).set(entry.name, entry);
    this.#loaded.delete(entry.name);
    for (const name of [entry.name, ...(entry.aliases ?? [])]) this.#names.set(comparableName(name), entry.name);
  }

  register(tool: Tool): void {
    this.add({ name: tool.name, load: () => Promise.resolve(tool) });
  }

  /** undefined when neither a tool nor an alias is called so. */
  async get(name: string): Promise<Tool | undefined> {
    const entry = this.#entries.get(name) ?? this.#entries.get(this.#names.get(comparableName(name)) ?? "");
    return entry && this.#load(entry);
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  /** What a model is told of each tool that is for it and whose group `isOffered` lets through, in the order of the list. */
  async definitions(isOffered: (group: ToolGroup) => boolean = () => true, model = ""): Promise<ToolDefinition[]> {
    const told = [...this.#entries.values()].filter(({ isFor }) => !isFor || isFor(model));
    const offers = await Promise.all(told.map(async (entry) => entry.offer ?? this.#offerOf(entry)));
    return offers.flatMap(({ group, definition }) => (isOffered(group) ? [definition] : []));
  }

  /**
   * The tool that a call means, by whatever name, and the call in that tool's words. Whether the tool may be used is
   * not asked; `isOffered` only keeps tools from being named that may not. Throws `ToolFailure` `unknown_tool`.
   */
  async resolve(call: ToolCallPart, isOffered: (group: ToolGroup) => boolean = () => true): Promise<ResolvedCall> {
    const exact = this.#entries.get(call.name);
    if (exact) return { tool: await this.#load(exact), call };
    refuseMalformed(call);
    const { name, input } = await this.#inOurWords(call);
    const entry = this.#entries.get(name);
    if (!entry) throw this.#unavailableTool(name) ?? this.#unknownTool(call.name, isOffered);
    return { tool: await this.#load(entry), call: { ...call, name, input }, calledAs: call.name };
  }

  /** Validates and runs one call, without approval and without a record. Throws `ToolFailure`. */
  async execute(call: ToolCallPart, context: ToolContext): Promise<ToolOutput> {
    const prepared = await prepareCall({ ...(await this.resolve(call)), context });
    return prepared.perform();
  }

  async require(name: string): Promise<Tool> {
    const tool = await this.get(name);
    if (tool) return tool;
    throw this.#unknownTool(name);
  }

  /** A tool's own name in another spelling, else what the translator makes of it, else an alias. */
  async #inOurWords({ name: given, input }: ToolCallPart): Promise<NamedCall> {
    const wanted = comparableName(given);
    const named = this.#names.get(wanted) ?? "";
    if (comparableName(named) === wanted) return { name: named, input };
    const translated = await this.#translate?.({ name: wanted, input });
    const isKnown = translated && (this.#entries.has(translated.name) || this.#unavailable.has(translated.name));
    return isKnown ? translated : { name: named, input };
  }

  #unavailableTool(name: string): ToolFailure | undefined {
    const entry = this.#unavailable.get(name);
    if (!entry) return undefined;
    return new ToolFailure("not_available", `${name} cannot be used here. ${entry.unavailable ?? "Go on without it."}`);
  }

  #unknownTool(wrong: string, isOffered: (group: ToolGroup) => boolean = () => true): ToolFailure {
    const offered = [...this.#entries.values()].filter(({ offer }) => !offer || isOffered(offer.group));
    const described = offered.map(({ name, aliases = [], offer }) => ({
      name,
      aliases,
      description: offer?.definition.description ?? "",
    }));
    const names = described.map(({ name }) => name);
    const near = nearestTools(comparableName(wrong), described, nearestShown);
    const advice =
      names.length <= fewTools
        ? `The tools are: ${names.join(", ")}.`
        : near.length > 0
          ? `The nearest are: ${near.join(", ")}.`
          : "Use only the tools you were told of.";
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
    // Schemas are translated here only for tools that do not bring their definition along.
    const { defineForModel } = await import("./tool-definition.ts");
    return { group: tool.group, definition: defineForModel(tool) };
  }
}
