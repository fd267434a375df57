import { type CatalogTool, type Server, type ServerInstance, whereIs } from "@roo-code/mcp";
import { type McpAnswer, RooError, ToolFailure } from "@roo-code/types";
import type { ApiMcpServer } from "@roo-code/types/api";
import type { KnownServer } from "./known-servers.ts";
import type { HubHandle } from "./mcp-hubs.ts";

type ServerState = Pick<ApiMcpServer, "state" | "error">;

/** A server as this process sees it, for display. */
export function viewServer(known: KnownServer, handle: HubHandle | undefined): ApiMcpServer {
  const { name, source, configuration, isWithheld } = known;
  const server = isWithheld ? undefined : handle?.hub.servers.find((candidate) => candidate.name === name);
  const catalog = server?.wholeCatalog;
  const { hits = 0, misses = 0 } = server?.totals ?? {};
  return {
    name,
    source,
    transport: configuration.type,
    target: whereIs(configuration),
    ...(isWithheld
      ? { state: "withheld", error: null }
      : server
        ? stateOf(server)
        : { state: "disabled", error: null }),
    tools: (catalog?.tools ?? []).map((tool) => viewTool(tool, configuration)),
    resources: (catalog?.resources ?? []).map(({ uri, name: title, description }) => ({
      uri,
      name: title,
      description,
    })),
    prompts: (catalog?.prompts ?? []).map(({ name: title, description }) => ({ name: title, description })),
    cache: { hits, misses },
    timeoutSeconds: configuration.timeout,
  };
}

/** Connects to servers whose tools are not known yet; the result shows in the next view. */
export function connectToUnknown({ hub }: HubHandle): void {
  for (const server of hub.servers) if (server.needsRefresh) connect(server);
}

export function connectTo({ hub }: HubHandle, name: string): void {
  for (const server of hub.servers) if (server.name === name) connect(server);
}

function connect(server: Server): void {
  server
    .instance(undefined)
    .peek(ignore, AbortSignal.timeout(timeoutMs))
    // The failure is in the server's state.
    .catch(() => {});
}

const timeoutMs = 60_000;
const ignore = () => {};

function viewTool({ name, description, inputSchema }: CatalogTool, configuration: KnownServer["configuration"]) {
  const { alwaysAllow, disabledTools } = configuration;
  return {
    name,
    description,
    inputSchema,
    isAlwaysAllowed: alwaysAllow.includes("*") || alwaysAllow.includes(name),
    isDisabled: disabledTools.includes(name),
  };
}

/** Of several connections, the one in the best state. */
function stateOf(server: Server): ServerState {
  const states = server.instances.map(({ state }) => stateIn(state));
  for (const state of ["connected", "connecting", "retrying", "needs-login", "failed"] as const) {
    const found = states.find((candidate) => candidate.state === state);
    if (found) return found;
  }
  const { lastKnown } = server;
  if (lastKnown?.state !== "failed") return { state: "idle", error: null };
  return { state: "failed", error: lastKnown.error ?? null };
}

function stateIn(state: ServerInstance["state"]): ServerState {
  switch (state.kind) {
    case "connected":
    case "connecting":
      return { state: state.kind, error: null };
    case "waiting":
      return { state: "retrying", error: state.error.message };
    case "failed":
      return { state: state.error.code === "needs_login" ? "needs-login" : "failed", error: state.error.message };
    case "idle":
    case "closed":
      return { state: "idle", error: null };
  }
}

interface ServerCall {
  readonly server: string;
  readonly signal: AbortSignal;
  /** Receives progress that the server reports. */
  readonly report: (text: string) => void;
}

/** Calls a tool for the user, without approval. Throws `RooError` `mcp_failed`. */
export function callServer(
  handle: HubHandle,
  call: ServerCall & { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> },
): Promise<McpAnswer> {
  return withUserErrors(async () => {
    const link = handle.hub.link({ sink: () => {}, profileFor: () => undefined });
    // Rejects invalid arguments, as for a model.
    await link.describeTool(call);
    return link.callTool(call);
  });
}

export function readServer(handle: HubHandle, read: ServerCall & { readonly uri: string }): Promise<McpAnswer> {
  return withUserErrors(() => handle.hub.link({ sink: () => {}, profileFor: () => undefined }).readResource(read));
}

async function withUserErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const message = error.message.replace(/ Continue without it, or tell the user\.$/, "");
    throw new RooError({ code: error.code, message, cause: error });
  }
}
