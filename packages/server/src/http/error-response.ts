import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ProviderError, RooError, ToolFailure } from "@roo-code/types";
import type { ApiError } from "@roo-code/types/api";
import type { FastifyReply } from "fastify";

interface ErrorResponse {
  readonly status: number;
  readonly body: ApiError;
}

/** Any error in the one shape of API errors. Internal errors reveal no details. */
export function errorResponse(error: unknown): ErrorResponse {
  if (error instanceof ProviderError) return response(424, `provider_${error.code}`, error);
  if (error instanceof RooError) return response(ownStatus(error) ?? statusOf(error.code), error.code, error);
  if (error instanceof ToolFailure) {
    const code = codeOfFailure(error.code);
    return response(statusOf(code), code, error);
  }
  const status = ownStatus(error);
  if (status !== undefined && status < 500 && error instanceof Error)
    return response(status, codeOfStatus(status), error);
  return { status: 500, body: { error: { code: "internal_error", message: "Internal server error." } } };
}

export function sendError(error: unknown, reply: FastifyReply): void {
  const { status, body } = errorResponse(error);
  if (status === 503) void reply.header("retry-after", "1");
  void reply.status(status).send(body);
}

function response(status: number, code: string, error: Error): ErrorResponse {
  const next = error instanceof RooError ? error.next : undefined;
  const details = "details" in error ? error.details : undefined;
  const { message } = error;
  return { status, body: { error: { code, message, next, details } } };
}

function ownStatus(error: unknown): number | undefined {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : undefined;
}

const brokenRequestStatuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Input that is not HTTP never becomes a request, so the response is written by hand. */
export function respondToBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable) {
    const status = brokenRequestStatuses[error.code ?? ""] ?? 400;
    const message = `Malformed request: ${STATUS_CODES[status]}.`;
    const body = JSON.stringify({ error: { code: "bad_request", message } });
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroy();
}

/** HTTP status by error code; 400 for all others. */
const statuses: Readonly<Record<string, number>> = {
  unauthorized: 401,
  forbidden: 403,
  path_outside: 403,
  permission_denied: 403,
  address_refused: 403,
  workspace_refused: 403,
  not_found: 404,
  task_not_found: 404,
  file_not_found: 404,
  profile_not_found: 404,
  unknown_provider: 404,
  unknown_run: 404,
  unknown_trial: 404,
  unknown_server: 404,
  unknown_event: 404,
  unknown_snapshot: 404,
  unknown_suite: 404,
  unknown_branch: 404,
  unknown_backup: 404,
  workspace_missing: 404,
  conflict: 409,
  task_busy: 409,
  task_not_running: 409,
  not_pending: 409,
  is_subtask: 409,
  is_workflow: 409,
  nothing_to_undo: 409,
  nothing_to_redo: 409,
  snapshots_busy: 409,
  bad_cwd: 409,
  no_provider: 409,
  nothing_to_commit: 409,
  file_changed: 409,
  file_exists: 409,
  branch_exists: 409,
  server_exists: 409,
  workspace_busy: 409,
  run_busy: 409,
  hunk_changed: 409,
  nothing_shared: 409,
  too_large: 413,
  archive_too_large: 413,
  snapshot_too_large: 413,
  quota_exceeded: 413,
  too_many_requests: 429,
  internal_error: 500,
  log_write_failed: 500,
  unavailable: 503,
  blobs_unreachable: 503,
  database_unreachable: 503,
  no_database: 503,
  disk_full: 507,
};

function statusOf(code: string): number {
  return statuses[code] ?? 400;
}

/** Codes of tool failures, as clients know them. */
const failures: Readonly<Record<string, string>> = {
  outside_workspace: "path_outside",
  not_found: "file_not_found",
  too_large: "too_large",
  invalid_regex: "bad_pattern",
};

function codeOfFailure(code: string): string {
  return failures[code] ?? code;
}

/** For errors of the web server itself. */
function codeOfStatus(status: number): string {
  if (status === 413) return "too_large";
  return status === 404 ? "not_found" : "bad_request";
}
