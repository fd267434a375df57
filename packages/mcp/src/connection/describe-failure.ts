import { SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from "@modelcontextprotocol/client";
import { systemErrorCode } from "@roo-code/types";
import type { ProcessEnd } from "../transports/stdio-transport.ts";
import { ConnectFailure } from "./connect-failure.ts";

export interface FailurePlace {
  readonly name: string;
  /** The program, or the address without what may be secret in it. */
  readonly where: string;
  readonly isStdio: boolean;
  /** How its process ended, if it did. */
  readonly end?: ProcessEnd | undefined;
  /** What it said last on its error stream. */
  readonly lastWords?: string | undefined;
  readonly timeoutMs: number;
  /** What else a person should know. */
  readonly hint?: string | undefined;
}

/** Any failure to reach a server in words that say what to do about it. */
export function describeFailure(error: unknown, place: FailurePlace): ConnectFailure {
  if (error instanceof ConnectFailure) return error;
  const found = place.isStdio ? ofProcess(error, place) : ofAddress(error, place);
  const { message, ...rest } = found ?? ofProtocol(error, place);
  return new ConnectFailure({ ...rest, message: [message, place.hint].filter(Boolean).join(" "), cause: error });
}

type Described = Omit<ConstructorParameters<typeof ConnectFailure>[0], "cause">;

function ofProcess(error: unknown, { where, end, lastWords, timeoutMs }: FailurePlace): Described | undefined {
  const said = lastWords === undefined ? "" : ` It said: ${lastWords}`;
  if (isTimeout(error)) {
    return { code: "timeout", message: `It did not answer within ${timeoutMs / 1000} s ("timeout").${said}` };
  }
  if (end?.code === 127 || end?.code === 126) {
    const problem = end.code === 126 ? "cannot be executed" : "is not found";
    const message = `The program ${where} ${problem}. Install it, or correct "command".`;
    return { code: "program_missing", isPermanent: true, message };
  }
  if (end) {
    const how = end.signal ? `was ended by ${end.signal}` : `ended with exit code ${end.code ?? "unknown"}`;
    return { code: "process_ended", message: `Its process ${how}.${said}` };
  }
  return undefined;
}

function ofAddress(error: unknown, { name, where, timeoutMs }: FailurePlace): Described | undefined {
  const status = error instanceof SdkHttpError ? error.status : undefined;
  if (error instanceof UnauthorizedError || status === 401) {
    const message = `${where} wants to know who you are. Log in with: roo mcp login ${JSON.stringify(name)}, or set its headers.`;
    return { code: "needs_login", isPermanent: true, message };
  }
  if (status === 403) return { code: "refused", isPermanent: true, message: `${where} refuses us (403).` };
  if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429) {
    const message = `There is no MCP server at ${where} (status ${status}). The "type" may be another: "streamable-http" or "sse".`;
    return { code: "bad_address", isPermanent: true, message };
  }
  if (status !== undefined) return { code: "unreachable", message: `${where} answers with status ${status}.` };
  const cause = causeOf(error);
  const reason =
    systemErrorCode(cause) ?? (isFetchFailure(error) && cause instanceof Error ? cause.message : undefined);
  if (reason !== undefined) return { code: "unreachable", message: `${where} cannot be reached (${reason}).` };
  if (isTimeout(error)) return { code: "timeout", message: `${where} did not answer within ${timeoutMs / 1000} s.` };
  return undefined;
}

function ofProtocol(error: unknown, { where }: FailurePlace): Described {
  const said = error instanceof Error ? error.message : String(error);
  return { code: "protocol", message: `${where} does not answer as an MCP server does: ${said.slice(0, 300)}` };
}

function isFetchFailure(error: unknown): boolean {
  return error instanceof Error && error.message.includes("fetch failed");
}

function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

/** The innermost error: what `fetch` throws only wraps it. */
function causeOf(error: unknown): unknown {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error && inner.cause !== undefined; depth += 1) inner = inner.cause;
  if (inner instanceof AggregateError) return inner.errors[0];
  return inner;
}
