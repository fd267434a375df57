import type { CallServices, McpAnswer, McpEventDraft } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import type { CacheKey } from "../cache/response-cache.ts";
import { Deadline } from "../calls/active-calls.ts";
import { type MeasuredAnswer, resourceAnswer, toolAnswer } from "../calls/answer-text.ts";
import { cleanLine } from "../catalog/clean-text.ts";
import { ConnectFailure, unreachableFailure } from "../connection/connect-failure.ts";
import { callFailure, isLost, isSessionExpired } from "./call-failure.ts";
import type { ReachedServer } from "./reach-server.ts";
import type { Server } from "./server.ts";
import type { McpSink, ServerInstance } from "./server-instance.ts";

/** On whose behalf a server is called. */
export interface Caller {
  readonly server: Server;
  readonly instance: ServerInstance;
  readonly sink: McpSink;
  readonly monotonic: () => number;
  readonly signal: AbortSignal;
  readonly services: CallServices | undefined;
}

export interface ToolRequest {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  report(text: string): void;
}

const defaultCacheSeconds = 60;
const maxCacheMs = 3_600_000;
/** Disables the SDK's own timeout, which would keep running while a user is asked. */
const noTimeoutMs = 2_147_483_647;

/** Throws `ToolFailure`, or the signal's reason. Every call is recorded once in the task's log. */
export async function callTool(caller: Caller, request: ToolRequest): Promise<McpAnswer> {
  const { server, instance } = caller;
  const { tool: name, arguments: args } = request;
  const timeoutMs = server.configured.configuration.timeout * 1000;
  const event = { type: "mcp.end", tool: cleanLine(name, 128), timeoutMs } as const;
  const live = await ensure(caller, event);
  const tool = server.requireTool(name);
  const isCacheable = tool.isReadOnly && tool.isIdempotent && cacheMsOf(server) > 0;
  const key = isCacheable ? ({ kind: "tool", tool: name, arguments: args } as const) : undefined;
  // A tool's own claims decide only what may be cached; any other tool may have changed anything.
  if (!tool.isReadOnly) instance.cache.clear();
  try {
    return await answer(caller, { live, key, event }, async (now, signal, deadline) => {
      const onprogress = (progress: Progress): void => {
        deadline.renew();
        request.report(progressText(progress));
      };
      const result = await now.client.callTool(
        { name, arguments: { ...args } },
        { signal, onprogress, timeout: noTimeoutMs },
      );
      return { answer: toolAnswer(result), ttlMs: cacheMsOf(server) };
    });
  } finally {
    if (!tool.isReadOnly) instance.cache.clear();
  }
}

export async function readResource(caller: Caller, uri: string): Promise<McpAnswer> {
  const { server } = caller;
  const event = { type: "resource.end", uri: cleanLine(uri, 1_000) } as const;
  const live = await ensure(caller, event);
  const key = cacheMsOf(server) > 0 ? ({ kind: "resource", uri } as const) : undefined;
  return answer(caller, { live, key, event }, async (now, signal) => {
    const result = await now.client.readResource({ uri }, { signal, timeout: noTimeoutMs, cacheMode: "bypass" });
    const { resources } = now.client.getServerCapabilities() ?? {};
    if (key && resources?.subscribe && now.prior.kind === "legacy")
      now.client.subscribeResource({ uri }).catch(() => {});
    const ttl = "ttlMs" in result && typeof result.ttlMs === "number" ? result.ttlMs : cacheMsOf(server);
    return { answer: resourceAnswer(result), ttlMs: Math.min(ttl, maxCacheMs) };
  });
}

interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

type Request = (
  live: ReachedServer,
  signal: AbortSignal,
  deadline: Deadline,
) => Promise<{ answer: MeasuredAnswer; ttlMs: number }>;

interface PendingCall {
  readonly live: ReachedServer;
  readonly key: CacheKey | undefined;
  readonly event: EventStart;
}

type EventStart =
  | { readonly type: "mcp.end"; readonly tool: string; readonly timeoutMs: number }
  | { readonly type: "resource.end"; readonly uri: string };

/** Answers from the cache or from the server, and records the call. */
async function answer(caller: Caller, { live, key, event }: PendingCall, request: Request): Promise<McpAnswer> {
  const { server, instance, monotonic } = caller;
  const startedAt = monotonic();
  const record = (outcome: { bytes: number; isCached?: boolean; error?: { code: string; message: string } }): void => {
    const { bytes, isCached = false, error } = outcome;
    const durationMs = Math.round(monotonic() - startedAt);
    send(caller, event, { durationMs, bytes, isCached, error });
    server.counts.calls += 1;
    if (error) server.counts.failures += 1;
  };
  const cached = key && instance.cache.find(key);
  if (cached) {
    record({ bytes: cached.bytes, isCached: true });
    return cached;
  }
  try {
    const { answer: fresh, ttlMs } = await fromServer(caller, live, request);
    if (key) instance.cache.keep(key, fresh, ttlMs);
    const error = fresh.isError ? { code: "mcp_failed", message: fresh.content.slice(0, 500) } : undefined;
    record({ bytes: fresh.bytes, error });
    return fresh;
  } catch (error) {
    const { code, message } =
      error instanceof ToolFailure ? error : { code: "aborted", message: "The call was cancelled." };
    record({ bytes: 0, error: { code, message } });
    throw error;
  }
}

async function fromServer(caller: Caller, live: ReachedServer, request: Request): ReturnType<Request> {
  const { server, instance, services, signal } = caller;
  const timeoutMs = server.configured.configuration.timeout * 1000;
  const deadline = new Deadline(timeoutMs);
  const end = instance.activeCalls.begin({ services, deadline });
  const aborted = AbortSignal.any([signal, deadline.signal]);
  try {
    try {
      return await request(live, aborted, deadline);
    } catch (error) {
      if (aborted.aborted || !isSessionExpired(error)) throw error;
      instance.lost(
        live,
        new ConnectFailure({ code: "unreachable", message: "The server no longer knows the session." }),
      );
      return await request(await instance.ensure(caller.sink, aborted), aborted, deadline);
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (isLost(error) && !live.ended.aborted) instance.lost(live, live.whyEnded());
    throw callFailure(error, { server: server.name, timeoutMs, isTimedOut: deadline.signal.aborted });
  } finally {
    end();
  }
}

async function ensure(caller: Caller, event: EventStart): Promise<ReachedServer> {
  const { server, instance, sink, signal } = caller;
  try {
    return await instance.ensure(sink, signal);
  } catch (error) {
    if (!(error instanceof ConnectFailure)) throw error;
    const { code, message } = unreachableFailure(server.name, error);
    send(caller, event, { durationMs: 0, bytes: 0, isCached: false, error: { code, message } });
    throw new ToolFailure(code, message);
  }
}

function send(
  { server, sink, services }: Caller,
  start: EventStart,
  outcome: { durationMs: number; bytes: number; isCached: boolean; error?: { code: string; message: string } },
): void {
  if (!services) return;
  const { name, source, configuration } = server.configured;
  const event: McpEventDraft = {
    ...start,
    callId: services.callId,
    server: name,
    source,
    transport: configuration.type,
    ...outcome,
  };
  sink(event);
}

function cacheMsOf({ configured }: Server): number {
  return (configured.configuration.cacheSeconds ?? defaultCacheSeconds) * 1000;
}

function progressText({ progress, total, message }: Progress): string {
  const share = total === undefined ? String(progress) : `${progress}/${total}`;
  return `${[share, cleanLine(message, 200)].filter(Boolean).join(" ")}\n`;
}
