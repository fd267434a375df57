import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ProviderError, RooError, ToolFailure } from "@roo-code/types";
import type { ApiError } from "@roo-code/types/api";
import type { FastifyReply } from "fastify";
import { codeOfFailure, codeOfStatus, statusOf } from "./error-status.ts";

export interface AnsweredError {
  readonly status: number;
  readonly body: ApiError;
}

/** Whatever went wrong, in the one shape that errors have. What only we can mend says nothing of what it was. */
export function answerFor(error: unknown): AnsweredError {
  if (error instanceof ProviderError) return answer(424, `provider_${error.code}`, error);
  if (error instanceof RooError) return answer(ownStatus(error) ?? statusOf(error.code), error.code, error);
  if (error instanceof ToolFailure) {
    const code = codeOfFailure(error.code);
    return answer(statusOf(code), code, error);
  }
  const status = ownStatus(error);
  if (status !== undefined && status < 500 && error instanceof Error)
    return answer(status, codeOfStatus(status), error);
  return { status: 500, body: { error: { code: "internal_error", message: "Something broke on the server." } } };
}

export function sendError(error: unknown, reply: FastifyReply): void {
  const { status, body } = answerFor(error);
  if (status === 503) void reply.header("retry-after", "1");
  void reply.status(status).send(body);
}

function answer(status: number, code: string, error: Error): AnsweredError {
  const next = error instanceof RooError ? error.next : undefined;
  const details = "details" in error ? error.details : undefined;
  const { message } = error;
  return {
    status,
    body: { error: { code, message, ...(next !== undefined && { next }), ...(details !== undefined && { details }) } },
  };
}

function ownStatus(error: unknown): number | undefined {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : undefined;
}

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** What is no HTTP never becomes a request; the same shape is written by hand. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable) {
    const status = statuses[error.code ?? ""] ?? 400;
    const message = `The request cannot be read: ${STATUS_CODES[status]}.`;
    const body = JSON.stringify({ error: { code: "bad_request", message } });
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroy();
}
