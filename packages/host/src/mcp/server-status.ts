import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Counts, type LogLine, readLogFile, type Server, serverId, whereIs } from "@roo-code/mcp";
import type { McpSource, McpTransport } from "@roo-code/types";
import type { KnownServer } from "./known-servers.ts";
import { type HubHandle, readRestarts } from "./mcp-hubs.ts";
import { restartsFile, type ServerPaths } from "./server-files.ts";

/** A server for display. */
export interface ServerStatus {
  readonly name: string;
  readonly source: McpSource;
  readonly file: string;
  readonly transport: McpTransport;
  /** Its program or its address. */
  readonly where: string;
  readonly state: "connected" | "failed" | "disabled" | "not trusted" | "known" | "unknown";
  readonly error?: string;
  readonly protocol?: string;
  readonly tools?: number;
  readonly resources?: number;
  readonly prompts?: number;
  /** Summed over all processes. */
  readonly counts?: Counts;
}

const timeoutMs = 20_000;

/** The state of every server; with `connects` after connecting to each enabled one in parallel. Never rejects. */
export async function serverStatuses(
  servers: readonly KnownServer[],
  handle: HubHandle | undefined,
  { connects, signal }: { connects: boolean; signal: AbortSignal },
): Promise<ServerStatus[]> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  return Promise.all(
    servers.map(async (known) => {
      const { name, source, file, configuration, isWithheld } = known;
      const about = { name, source, file, transport: configuration.type, where: whereIs(configuration) };
      if (isWithheld) return { ...about, state: "not trusted" as const };
      const server = handle?.hub.servers.find((candidate) => candidate.name === name);
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
    return {
      state: "failed",
      counts,
      error: signal.aborted ? "The server did not answer in time." : message,
      ...offers(),
    };
  }
}

/** The newest lines of a server's log of all processes, oldest first. */
export function serverLog(server: KnownServer, { home, workspace }: ServerPaths, limit: number): LogLine[] {
  return readLogFile(join(home, "logs", "mcp", `${serverId(server, workspace)}.log`), limit);
}

const rememberedMs = 24 * 3_600_000;

/** Makes every process that uses this home restart a server: they watch the file. */
export function requestRestart(name: string, { home, now }: { home: string; now: number }): void {
  const file = join(home, restartsFile);
  const recent = Object.entries(readRestarts(home)).filter(([, at]) => now - at < rememberedMs);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(Object.fromEntries([...recent, [name, now]]))}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}
