import type { McpLink, McpSink, OfferedTool } from "@roo-code/mcp";
import { createMcpTool } from "@roo-code/tools";
import type {
  ApprovalRule,
  CallTranslator,
  Capabilities,
  ConfigurationNotice,
  LiveDelta,
  McpCalls,
  Mode,
  Settings,
  TaskEvent,
  ToolEntry,
} from "@roo-code/types";
import type { HubHandle, McpHubs } from "./mcp-hubs.ts";
import { serverProfile } from "./process-sandbox.ts";
import { ToolGrants } from "./tool-grants.ts";

export interface TaskMcpOptions {
  /** The configured folder: a task in a copy of it shares its servers. */
  readonly workspace: string;
  readonly settings: Settings;
  readonly capabilities: () => Capabilities;
  readonly sink: McpSink;
}

/** One task's use of the MCP servers, until it is disposed. */
export class TaskMcp {
  readonly calls: McpCalls;
  /** Tools that are offered to the model from the start. */
  readonly entries: readonly ToolEntry[];
  readonly #handle: HubHandle;
  readonly #link: McpLink;
  readonly #grants: ToolGrants;
  readonly #stopped = new AbortController();
  readonly #acting = new Set<string>();
  #isWarm = false;

  private constructor(handle: HubHandle, options: TaskMcpOptions, entryOf: (tool: OfferedTool) => ToolEntry) {
    const { settings, capabilities, sink } = options;
    this.#handle = handle;
    this.#grants = new ToolGrants(handle.pins, settings.approvals ?? []);
    this.#link = handle.hub.link({
      sink,
      profileFor: ({ configured }) => serverProfile(configured.configuration, capabilities(), settings),
      onUse: (use) => this.#grants.recordUse(use),
      embedder: localEmbedder,
    });
    this.calls = this.#link;
    this.entries = this.#link.offeredTools.map(entryOf);
  }

  /** undefined without servers. */
  static async open(hubs: McpHubs, options: TaskMcpOptions): Promise<TaskMcp | undefined> {
    const handle = await hubs.hold(options.workspace);
    if (!handle) return undefined;
    if (handle.hub.servers.length === 0) {
      await handle.release();
      return undefined;
    }
    const { toolInput } = await import("@roo-code/mcp");
    return new TaskMcp(handle, options, ({ server, tool, definition }) => ({
      name: definition.name,
      offer: { group: "mcp", definition },
      load: async () => createMcpTool({ server, tool, definition, input: toolInput(definition.inputSchema) }),
    }));
  }

  get notices(): readonly ConfigurationNotice[] {
    return this.#handle.notices;
  }

  get rules(): readonly ApprovalRule[] {
    return this.#grants.rules;
  }

  /** The hint about servers for the model, at the start of a task or mode. */
  guideFor({ groups }: Mode): string {
    if (!groups.some(({ group }) => group === "mcp")) return "";
    const names = this.#handle.hub.servers
      .slice(0, maxNames)
      .map(({ name }) => name.replaceAll(/\s+/g, " ").slice(0, 60));
    const more = this.#handle.hub.servers.length > maxNames ? ", …" : "";
    const hint = this.entries.length > 0 ? " Tools whose names begin with mcp-- are theirs." : "";
    return `MCP servers: ${names.join(", ")}${more}.${hint} search_mcp_tools finds what they offer.`;
  }

  /** Translates calls that use a server's tool by a name that was not offered. */
  translator(next: CallTranslator): CallTranslator {
    return async (call) => {
      const found = call.name.startsWith("mcp_") ? this.#link.named(call.name) : undefined;
      if (!found) return next(call);
      const { server, tool } = found;
      return { name: "use_mcp_tool", input: { server_name: server, tool_name: tool, arguments: call.input } };
    };
  }

  news(): string | undefined {
    return this.#link.takeNews();
  }

  observe(item: TaskEvent | LiveDelta): void {
    // The reply has started, so loading no longer delays the request.
    if (!this.#isWarm && ("live" in item || item.type === "turn.end" || item.type === "turn.failed")) this.#warmUp();
    if ("live" in item) return;
    this.#grants.observe(item);
    // Servers may have cached files that our own tools change.
    if (item.type === "tool.start" && !/^mcp-|_mcp_/.test(item.name)) this.#acting.add(item.callId);
    if (item.type === "tool.end" && this.#acting.delete(item.callId)) this.#handle.hub.noteChange();
  }

  async dispose(): Promise<void> {
    this.#stopped.abort();
    this.#link.release();
    await this.#handle.release();
  }

  disposeNow(): void {
    this.#handle.releaseNow();
  }

  #warmUp(): void {
    this.#isWarm = true;
    setImmediate(() => {
      if (this.#stopped.signal.aborted) return;
      this.#handle.follow();
      void this.#link.warmUp(this.#stopped.signal);
    });
  }
}

const maxNames = 30;

/** Built in and local: good enough for a few hundred short texts. */
async function localEmbedder() {
  const { localEmbedder: embedder } = await import("@roo-code/index");
  return {
    embed: (texts: readonly string[], purpose: "document" | "question", signal: AbortSignal) =>
      embedder.embed(texts, { purpose, signal }),
  };
}
