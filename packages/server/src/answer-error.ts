import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";

/** Whatever went wrong with a request, in the one shape that errors have. */
export function answerError(error: unknown, _request: unknown, reply: FastifyReply): void {
  const status =
    error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  const message = status < 500 && error instanceof Error ? error.message : "Something broke on the server.";
  void reply.status(status).send(errorBody(status < 500 ? "bad_request" : "internal_error", message));
}

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** What is no HTTP never becomes a request; the same shape is written by hand. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable) {
    const status = statuses[error.code ?? ""] ?? 400;
    const body = JSON.stringify(errorBody("bad_request", `The request cannot be read: ${STATUS_CODES[status]}.`));
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroy();
}

function errorBody(code: string, message: string) {
  return { error: { code, message } };
}
