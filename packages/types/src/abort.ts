// Apart from op.ts, so that a start does not load its schemas.
const serverStopped = "The server was stopped.";

/** Why a run was aborted, as the first sentence of its error. */
export function abortMessage(reason: "server_stopped" | undefined): string {
  return reason === "server_stopped" ? serverStopped : "Aborted by the user.";
}

/** For subtasks: why the parent run's signal was aborted. */
export function abortReason(cause: unknown): { reason?: "server_stopped" } {
  return cause instanceof Error && cause.message.startsWith(serverStopped) ? { reason: "server_stopped" } : {};
}
