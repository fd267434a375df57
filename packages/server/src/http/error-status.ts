/** Status of an error by its code. What is not listed is the client's mistake: 400. */
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

export function statusOf(code: string): number {
  return statuses[code] ?? 400;
}

/** What the file tools say to a model, as clients know it. */
const failures: Readonly<Record<string, string>> = {
  outside_workspace: "path_outside",
  not_found: "file_not_found",
  too_large: "too_large",
  invalid_regex: "bad_pattern",
};

export function codeOfFailure(code: string): string {
  return failures[code] ?? code;
}

/** For what the web server itself refuses. */
export function codeOfStatus(status: number): string {
  if (status === 413) return "too_large";
  return status === 404 ? "not_found" : "bad_request";
}
