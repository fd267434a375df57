import {
  Client,
  type ClientOptions,
  type PriorDiscovery,
  ProtocolError,
  type Transport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { answerValidator } from "../schema/answer-validator.ts";
import { listCatalog } from "./list-catalog.ts";
import type { LiveServer } from "./live-server.ts";
import { addHandlers, listHandlers, type ServerHandlers } from "./server-handlers.ts";

export interface OpenRequest {
  readonly makeTransport: () => Promise<Transport>;
  readonly isStdio: boolean;
  readonly tellsRoots: boolean;
  readonly version: string;
  readonly handlers: ServerHandlers;
  /** What is known of the server's revision of the protocol. */
  readonly prior: PriorDiscovery | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Reaches a server, agrees with it on a revision of the protocol and asks what it offers. On pipes the older revisions
 * come first: all servers there know them, and a question that a server does not know could end it.
 */
export async function openServer(request: OpenRequest): Promise<LiveServer> {
  const { isStdio, prior } = request;
  if (!isStdio) {
    if (!prior) return attempt(request, { mode: "auto" });
    // What was true yesterday need not be: a server that does not fit it is asked anew.
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
      // Of one that is no longer there every request fails: that says nothing.
      if (!ended.signal.aborted) handlers.log("debug", error.message);
    },
  });
  const transport = await request.makeTransport();
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

/** Of a list; a server that gives ten at a time may have thousands. */
const maxPages = 1_000;

function clientOptions({ handlers, tellsRoots }: OpenRequest, mode: VersionNegotiationMode): ClientOptions {
  return {
    listMaxPages: maxPages,
    capabilities: {
      roots: tellsRoots ? { listChanged: true } : undefined,
      sampling: {},
      elicitation: { form: { applyDefaults: true }, url: {} },
    },
    versionNegotiation: { mode },
    jsonSchemaValidator: answerValidator,
    listChanged: listHandlers(handlers),
  };
}
