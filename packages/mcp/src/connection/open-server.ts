import { setTimeout as sleep } from "node:timers/promises";
import {
  Client,
  type ClientOptions,
  type PriorDiscovery,
  ProtocolError,
  StreamableHTTPClientTransport,
  type Transport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import type { Catalog } from "../catalog/catalog.ts";
import { answerValidator } from "../schema/check-input.ts";
import { listCatalog } from "./list-catalog.ts";
import { addHandlers, listHandlers, type ServerHandlers } from "./server-handlers.ts";

export interface OpenRequest {
  readonly createTransport: () => Promise<Transport>;
  readonly isStdio: boolean;
  readonly sendsRoots: boolean;
  readonly version: string;
  readonly handlers: ServerHandlers;
  /** The known revision of the server's protocol. */
  readonly prior: PriorDiscovery | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A connected server. */
export interface LiveServer {
  readonly client: Client;
  readonly transport: Transport;
  /** The negotiated revision of the protocol. */
  readonly protocol: string;
  /** The discovered revision, for the next connection. */
  readonly prior: PriorDiscovery;
  readonly catalog: Catalog;
  /** Aborted when the connection has ended. */
  readonly ended: AbortSignal;
}

/**
 * Connects to a server, negotiates the revision of the protocol and lists the catalog. Over stdio the older revisions
 * come first: all servers there support them, and an unknown request could crash a server.
 */
export async function openServer(request: OpenRequest): Promise<LiveServer> {
  const { isStdio, prior } = request;
  if (!isStdio) {
    if (!prior) return attempt(request, { mode: "auto" });
    // The known revision may be outdated: on a mismatch it is negotiated again.
    return attempt(request, { mode: "auto", prior }).catch((error: unknown) => {
      request.signal.throwIfAborted();
      if (error instanceof ProtocolError || prior.kind === "modern") return attempt(request, { mode: "auto" });
      throw error;
    });
  }
  if (prior?.kind === "modern") return attempt(request, { mode: "auto", prior });
  return attempt(request, { mode: "legacy" }).catch((error: unknown) => {
    request.signal.throwIfAborted();
    if (error instanceof ProtocolError) return attempt(request, { mode: "auto" });
    throw error;
  });
}

async function attempt(
  request: OpenRequest,
  { mode, prior }: { mode: VersionNegotiationMode; prior?: PriorDiscovery },
): Promise<LiveServer> {
  const { handlers, version, timeoutMs, signal } = request;
  const client = new Client({ name: "Roo Code", version }, clientOptions(request, mode));
  addHandlers(client, request);
  const ended = new AbortController();
  Object.assign(client, {
    onclose: () => ended.abort(),
    onerror: (error: Error) => {
      // After the end every pending request fails, which is no news.
      if (!ended.signal.aborted) handlers.log("debug", error.message);
    },
  });
  const transport = await request.createTransport();
  const stop = (): void => void transport.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect(transport, { signal, timeout: timeoutMs, prior });
    const onProblem = (problem: string): void => handlers.log("error", problem);
    const catalog = await listCatalog(client, { signal, timeoutMs, onProblem });
    const discover = client.getDiscoverResult();
    const isModern = client.getProtocolEra() === "modern" && discover !== undefined;
    return {
      client,
      transport,
      catalog,
      protocol: client.getNegotiatedProtocolVersion() ?? "unknown",
      prior: isModern ? { kind: "modern", discover } : { kind: "legacy" },
      ended: ended.signal,
    };
  } catch (error) {
    await transport.close().catch(() => {});
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Of one list: a server with small pages may have thousands of entries. */
const maxPages = 1_000;

function clientOptions({ handlers, sendsRoots }: OpenRequest, mode: VersionNegotiationMode): ClientOptions {
  return {
    listMaxPages: maxPages,
    capabilities: {
      roots: sendsRoots ? { listChanged: true } : undefined,
      sampling: {},
      elicitation: { form: { applyDefaults: true }, url: {} },
    },
    versionNegotiation: { mode },
    jsonSchemaValidator: answerValidator,
    listChanged: listHandlers(handlers),
  };
}

const terminationMs = 1_000;

/** Terminates the session and closes the connection. Never rejects. */
export async function closeServer({ client, transport }: LiveServer): Promise<void> {
  if (transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined) {
    await Promise.race([transport.terminateSession().catch(() => {}), sleep(terminationMs, undefined, { ref: false })]);
  }
  await client.close().catch(() => {});
}
