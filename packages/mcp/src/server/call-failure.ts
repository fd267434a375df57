import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from "@modelcontextprotocol/client";
import { ToolFailure } from "@roo-code/types";
import { cleanText } from "../catalog/clean-text.ts";
import { ConnectFailure, unreachableFailure } from "../connection/connect-failure.ts";

export interface FailedCall {
  readonly server: string;
  readonly timeoutMs: number;
  readonly isTimedOut: boolean;
}

const maxMessageLength = 2_000;

/** Describes a failed call for the model. */
export function callFailure(error: unknown, { server, timeoutMs, isTimedOut }: FailedCall): ToolFailure {
  if (error instanceof ToolFailure) return error;
  if (isTimedOut) {
    const message = `${server} did not answer within ${timeoutMs / 1000} s and was cancelled. It is unknown whether the call had an effect.`;
    return new ToolFailure("mcp_timeout", message);
  }
  if (error instanceof ConnectFailure) return unreachableFailure(server, error);
  if (error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401)) {
    return new ToolFailure(
      "mcp_failed",
      `${server} requires a login. Tell the user to log in with: roo mcp login ${server}`,
    );
  }
  const reason = cleanText(error instanceof Error ? error.message : String(error), maxMessageLength);
  if (isLost(error)) {
    const message = `The connection to ${server} ended during the call (${reason}). It is unknown whether the call had an effect.`;
    return new ToolFailure("mcp_failed", message);
  }
  if (error instanceof ProtocolError) return new ToolFailure("mcp_failed", `${server} rejected the call: ${reason}`);
  return new ToolFailure("mcp_failed", `${server} failed: ${reason}`);
}

/** Whether the connection is broken. */
export function isLost(error: unknown): boolean {
  if (error instanceof SdkHttpError) return error.status >= 500;
  if (error instanceof SdkError) {
    const codes: readonly string[] = [
      SdkErrorCode.ConnectionClosed,
      SdkErrorCode.NotConnected,
      SdkErrorCode.SendFailed,
    ];
    return codes.includes(error.code);
  }
  return error instanceof TypeError && error.message === "fetch failed";
}

/** Whether the server no longer knows our session: the call had no effect, and a new session is needed. */
export function isSessionExpired(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404;
}
