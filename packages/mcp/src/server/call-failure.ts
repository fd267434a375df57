import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from "@modelcontextprotocol/client";
import { ToolFailure } from "@roo-code/types";
import { cleanText } from "../catalog/clean-text.ts";
import { ConnectFailure, unreachable } from "../connection/connect-failure.ts";

export interface FailedCall {
  readonly server: string;
  readonly timeoutMs: number;
  readonly isTimeOver: boolean;
}

const maxMessageLength = 2_000;

/** What went wrong with a call, for the model. */
export function callFailure(error: unknown, { server, timeoutMs, isTimeOver }: FailedCall): ToolFailure {
  if (error instanceof ToolFailure) return error;
  if (isTimeOver) {
    const message = `${server} did not answer within ${timeoutMs / 1000} s and was told to stop. Whether it did anything is not known.`;
    return new ToolFailure("mcp_timeout", message);
  }
  if (error instanceof ConnectFailure) return unreachable(server, error);
  if (error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401)) {
    return new ToolFailure(
      "mcp_failed",
      `${server} wants the user to log in (roo mcp login ${server}). Tell the user.`,
    );
  }
  const said = cleanText(error instanceof Error ? error.message : String(error), maxMessageLength);
  if (isLost(error)) {
    const message = `The connection to ${server} ended during the call (${said}). Whether it did anything is not known.`;
    return new ToolFailure("mcp_failed", message);
  }
  if (error instanceof ProtocolError) return new ToolFailure("mcp_failed", `${server} refused the call: ${said}`);
  return new ToolFailure("mcp_failed", `${server} failed: ${said}`);
}

/** The connection is of no use any more. */
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

/** The server does not know our session any more: nothing was done, and a new one is begun. */
export function isSessionGone(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404;
}
