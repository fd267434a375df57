import { type Counts, type Server, whereIs } from "@roo-code/mcp";
import type { McpSource, McpTransport } from "@roo-code/types";
import type { KnownServer } from "./known-servers.ts";
import type { HeldHub } from "./mcp-hubs.ts";

/** A server for people to look at. */
export interface ServerStatus {
  readonly name: string;
  readonly source: McpSource;
  readonly file: string;
  readonly transport: McpTransport;
  /** Its program, or its address. */
  readonly where: string;
  readonly state: "connected" | "failed" | "disabled" | "not trusted" | "known" | "unknown";
  readonly error?: string;
  readonly protocol?: string;
  readonly tools?: number;
  readonly resources?: number;
  readonly prompts?: number;
  /** Of all processes so far. */
  readonly counts?: Counts;
}

const patienceMs = 20_000;

/** How every server is doing; `connects` reaches each that is switched on, all at once. Never rejects. */
export async function serverStatuses(
  servers: readonly KnownServer[],
  held: HeldHub | undefined,
  { connects, signal }: { connects: boolean; signal: AbortSignal },
): Promise<ServerStatus[]> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  return Promise.all(
    servers.map(async (known) => {
      const { name, source, file, configuration, isWithheld } = known;
      const about = { name, source, file, transport: configuration.type, where: whereIs(configuration) };
      if (isWithheld) return { ...about, state: "not trusted" as const };
      const server = held?.hub.servers.find((candidate) => candidate.name === name);
      if (!server) return { ...about, state: "disabled" as const };
      return { ...about, ...(await stateOf(server, connects ? until : undefined)) };
    }),
  );
}

type State = Omit<ServerStatus, "name" | "source" | "file" | "transport" | "where">;

async function stateOf(server: Server, signal: AbortSignal | undefined): Promise<State> {
  const counts = server.totals;
  const offers = (): Partial<State> => {
    const { catalog } = server;
    return catalog
      ? { tools: catalog.tools.length, resources: catalog.resources.length, prompts: catalog.prompts.length }
      : {};
  };
  if (!signal) return { state: server.catalog ? "known" : "unknown", counts, ...offers() };
  try {
    const { protocol } = await server.instance(undefined).ensure(() => {}, signal);
    return { state: "connected", counts, protocol, ...offers() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { state: "failed", counts, error: signal.aborted ? "It has not answered yet." : message, ...offers() };
  }
}
