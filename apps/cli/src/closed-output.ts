/** A pipe whose reader left, or a terminal that was closed. */
const closed = new Set(["EPIPE", "EIO"]);

/**
 * Nobody reads any more. `roo tasks list | head -1` is no error; a run is interrupted as by Ctrl-C, for ended here and now
 * it would leave its commands running and call itself completed.
 */
export function closedOutput(error: NodeJS.ErrnoException): void {
  if (!closed.has(error.code ?? "")) throw error;
  process.emit("SIGPIPE", "SIGPIPE");
}
