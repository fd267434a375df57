import { SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from "@modelcontextprotocol/client";
import { systemErrorCode } from "@roo-code/types";
import type { ProcessEnd } from "../transports/stdio-transport.ts";
import { ConnectFailure } from "./connect-failure.ts";

export interface FailedTarget {
  readonly name: string;
  /** The program, or the URL without parts that may be secret. */
  readonly where: string;
  readonly isStdio: boolean;
  /** How its process ended, if it did. */
  readonly end?: ProcessEnd | undefined;
  /** The end of its stderr. */
  readonly stderr?: string | undefined;
  readonly timeoutMs: number;
  /** Further advice for the user. */
  readonly hint?: string | undefined;
}

/** Describes any failure to reach a server, and what to do about it. */
export function describeFailure(error: unknown, target: FailedTarget): ConnectFailure {
  if (error instanceof ConnectFailure) return error;
  const found = target.isStdio ? ofProcess(error, target) : ofUrl(error, target);
  const { message, ...rest } = found ?? ofProtocol(error, target);
  return new ConnectFailure({ ...rest, message: [message, target.hint].filter(Boolean).join(" "), cause: error });
}

type Described = Omit<ConstructorParameters<typeof ConnectFailure>[0], "cause">;

function ofProcess(error: unknown, { where, end, stderr, timeoutMs }: FailedTarget): Described | undefined {
  const output = stderr === undefined ? "" : ` Its stderr: ${stderr}`;
  if (isTimeout(error)) {
    return { code: "timeout", message: `It did not answer within ${timeoutMs / 1000} s ("timeout").${output}` };
  }
  if (end?.code === 127 || end?.code === 126) {
    const problem = end.code === 126 ? "cannot be executed" : "is not found";
    const message = `The program ${where} ${problem}. Install it, or correct "command".`;
    return { code: "program_missing", isPermanent: true, message };
  }
  if (end) {
    const how = end.signal ? `was ended by ${end.signal}` : `ended with exit code ${end.code ?? "unknown"}`;
    return { code: "process_ended", message: `Its process ${how}.${output}` };
  }
  return undefined;
}

function ofUrl(error: unknown, { name, where, timeoutMs }: FailedTarget): Described | undefined {
  const status = error instanceof SdkHttpError ? error.status : undefined;
  if (error instanceof UnauthorizedError || status === 401) {
    const message = `${where} requires authentication. Log in with: roo mcp login ${JSON.stringify(name)}, or set its headers.`;
    return { code: "needs_login", isPermanent: true, message };
  }
  if (status === 403) return { code: "refused", isPermanent: true, message: `${where} denied access (status 403).` };
  if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429) {
    const message = `There is no MCP server at ${where} (status ${status}). Its "type" may be wrong: use "streamable-http" or "sse".`;
    return { code: "bad_address", isPermanent: true, message };
  }
  if (status !== undefined) return { code: "unreachable", message: `${where} responded with status ${status}.` };
  const cause = causeOf(error);
  const reason =
    systemErrorCode(cause) ?? (isFetchFailure(error) && cause instanceof Error ? cause.message : undefined);
  if (reason !== undefined) return { code: "unreachable", message: `${where} cannot be reached (${reason}).` };
  if (isTimeout(error)) return { code: "timeout", message: `${where} did not answer within ${timeoutMs / 1000} s.` };
  return undefined;
}

function ofProtocol(error: unknown, { where }: FailedTarget): Described {
  const reason = error instanceof Error ? error.message : String(error);
  return { code: "protocol", message: `${where} does not respond like an MCP server: ${reason.slice(0, 300)}` };
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
