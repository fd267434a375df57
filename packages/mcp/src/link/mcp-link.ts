import {
  type CommandProfile,
  type McpAnswer,
  type McpCalls,
  type McpFinding,
  type McpFindings,
  type McpResourceRead,
  type McpToolCall,
  type McpToolFacts,
  type McpToolQuery,
  type McpToolRequest,
  ToolFailure,
} from "@roo-code/types";
import type { Catalog, CatalogTool } from "../catalog/catalog.ts";
import { cleanLine } from "../catalog/clean-text.ts";
import { definitionHash, type ToolOrigin } from "../catalog/tool-definition.ts";
import { ConnectFailure, unreachableFailure } from "../connection/connect-failure.ts";
import type { McpHub } from "../mcp-hub.ts";
import type { Embedder, Findable, ToolSearch } from "../search/tool-search.ts";
import type { Caller } from "../server/call-tool.ts";
import type { PromptRequest } from "../server/get-prompt.ts";
import type { Server } from "../server/server.ts";
import type { McpSink } from "../server/server-instance.ts";
import { catalogNews, findNamed, namedTools, type OfferedTool, toolsToOffer } from "./offered-tools.ts";

export interface LinkOptions {
  /** The task's log. */
  readonly sink: McpSink;
  /** The current sandbox profile of a server's process; undefined for none. */
  readonly profileFor: (server: Server) => CommandProfile | undefined;
  /** Called before a tool is used; returns what changed since it got a standing approval. */
  readonly onUse?: (use: ToolUse) => Promise<string | undefined>;
  readonly embedder?: () => Promise<Embedder | undefined>;
}

/** A tool that is about to be used. */
export interface ToolUse {
  readonly server: Server;
  readonly tool: CatalogTool;
  readonly origin: ToolOrigin;
  readonly definition: string;
}

type FindableItem = Findable & Pick<McpFinding, "uri">;

/** How long a search waits for servers whose catalog is unknown. */
const searchWaitMs = 8_000;

/** One task's access to the hub: calls with the task's permissions, recorded in its log. */
export class McpLink implements McpCalls {
  /** Tools that are offered to the task's model. Fixed, so that the beginning of requests does not change. */
  readonly offeredTools: readonly OfferedTool[];
  readonly #hub: McpHub;
  readonly #options: LinkOptions;
  readonly #news = new Map<string, string>();
  #warm: AbortSignal | undefined;
  #search: { readonly version: number; readonly search: ToolSearch<FindableItem> } | undefined;

  constructor(hub: McpHub, options: LinkOptions) {
    this.#hub = hub;
    this.#options = options;
    this.offeredTools = toolsToOffer(namedTools(hub.servers));
  }

  async describeTool({ server: name, tool: toolName, arguments: args, signal }: McpToolRequest): Promise<McpToolFacts> {
    const server = this.#hub.require(name);
    await this.#reach(server, signal);
    const tool = server.requireTool(toolName);
    refuseInvalidInput(server, tool, args);
    const origin = this.#hub.originOf(server);
    const definition = definitionHash(tool, origin);
    const changes = await this.#options.onUse?.({ server, tool, origin, definition });
    return { definition, changes };
  }

  async callTool(request: McpToolCall): Promise<McpAnswer> {
    const server = this.#hub.require(request.server);
    // The SDK is slow to load, and only needed for calls.
    const { callTool } = await import("../server/call-tool.ts");
    return callTool(this.#caller(server, request), request);
  }

  async readResource(request: McpResourceRead): Promise<McpAnswer> {
    const server = this.#hub.require(request.server);
    const { readResource } = await import("../server/call-tool.ts");
    return readResource(this.#caller(server, request), request.uri);
  }

  /** For a prompt that the user names. Throws as calls do, or a `ConnectFailure`. */
  async getPrompt(name: string, request: PromptRequest): Promise<string> {
    const { getPrompt } = await import("../server/get-prompt.ts");
    return getPrompt(this.#hub.require(name), this.#options.sink, request);
  }

  async findTools({ query, limit, signal }: McpToolQuery): Promise<McpFindings> {
    const unknown = this.#hub.servers.filter(({ catalog }) => catalog === undefined);
    const limited = AbortSignal.any([signal, AbortSignal.timeout(searchWaitMs)]);
    const reasons = await Promise.all(unknown.map((server) => this.#whyMissing(server, limited)));
    signal.throwIfAborted();
    const search = await this.#currentSearch();
    const found = await search.search(query, { limit, signal });
    return {
      found: found.map(findingOf),
      total: search.items.length,
      missing: reasons.filter((reason) => reason !== undefined),
    };
  }

  /** The tool with a name, also one that is not offered. */
  named(name: string): OfferedTool | undefined {
    return findNamed(namedTools(this.#hub.servers), name);
  }

  /** Connects to servers whose catalog is unknown or stale, so that their tools can be found. Never rejects. */
  async warmUp(signal: AbortSignal): Promise<void> {
    this.#warm = signal;
    const stale = this.#hub.servers.filter((server) => server.needsRefresh);
    await Promise.all(stale.map((server) => this.#peek(server, signal).catch(() => {})));
  }

  /** The set of servers has changed. */
  noteServers(): void {
    if (this.#warm && !this.#warm.aborted) void this.warmUp(this.#warm);
  }

  noteCatalog(server: string, before: Catalog | undefined, after: Catalog | undefined): void {
    const news = catalogNews(server, before, after);
    if (news !== undefined) this.#news.set(server, news);
  }

  /** Changes since the last call, for the model. */
  takeNews(): string | undefined {
    if (this.#news.size === 0) return undefined;
    const text = [...this.#news.values(), "Use search_mcp_tools for their parameters."].join("\n");
    this.#news.clear();
    return text;
  }

  /** May be called twice. */
  release(): void {
    for (const server of this.#hub.servers) server.forget(this.#options.sink);
    this.#hub.forget(this);
  }

  #caller(server: Server, { signal, call: services }: Pick<McpToolCall, "signal" | "call">): Caller {
    const { sink } = this.#options;
    const { monotonic } = this.#hub;
    return { server, instance: this.#instance(server), sink, signal, services, monotonic };
  }

  #instance(server: Server) {
    return server.instance(this.#options.profileFor(server));
  }

  async #reach(server: Server, signal: AbortSignal): Promise<void> {
    try {
      await this.#instance(server).ensure(this.#options.sink, signal);
    } catch (error) {
      throw error instanceof ConnectFailure ? unreachableFailure(server.name, error) : error;
    }
  }

  #peek(server: Server, signal: AbortSignal): Promise<unknown> {
    return this.#instance(server).peek(this.#options.sink, signal);
  }

  async #whyMissing(server: Server, signal: AbortSignal): Promise<string | undefined> {
    try {
      await this.#peek(server, signal);
      return undefined;
    } catch (error) {
      if (signal.aborted) return `${server.name} is still starting.`;
      return error instanceof Error ? cleanLine(error.message, 300) : server.name;
    }
  }

  async #currentSearch(): Promise<ToolSearch<FindableItem>> {
    const { version } = this.#hub;
    if (this.#search?.version !== version) {
      const [{ ToolSearch: Search }, embedder] = await Promise.all([
        import("../search/tool-search.ts"),
        this.#options.embedder?.(),
      ]);
      this.#search = { version, search: new Search(this.#hub.servers.flatMap(itemsOf), embedder) };
    }
    return this.#search.search;
  }
}

function itemsOf({ name: server, catalog }: Server): FindableItem[] {
  const tools = (catalog?.tools ?? []).map((tool) => ({ server, ...tool }));
  const resources = (catalog?.resources ?? []).map(({ uri, name, description }) => ({
    server,
    name,
    description,
    uri,
  }));
  return [...tools, ...resources];
}

function findingOf({ server, name, title, description, inputSchema, uri }: FindableItem): McpFinding {
  return {
    server,
    name,
    description: [title, description].filter(Boolean).join(": "),
    inputSchema,
    uri,
  };
}

/** Before approval is requested, so that the model can correct the call. */
function refuseInvalidInput(server: Server, tool: CatalogTool, args: Readonly<Record<string, unknown>>): void {
  const problems = server.problemsOf(tool, args);
  if (!problems) return;
  const schema = JSON.stringify(tool.inputSchema).slice(0, 2_000);
  throw new ToolFailure(
    "invalid_input",
    `The arguments of ${tool.name} are wrong, nothing was done:\n${problems.join("\n")}\nIt takes: ${schema}`,
  );
}
