/** A pipe whose reader left, or a terminal that was closed. */
const closed = new Set(["EPIPE", "EIO"]);

const listeners = new Set<() => void>();

/**
 * Nobody reads any more. `roo tasks list | head -1` is no error; a run is interrupted as by Ctrl-C, for ended here and now
 * it would leave its commands running and call itself completed.
 */
export function closedOutput(error: NodeJS.ErrnoException): void {
  if (!closed.has(error.code ?? "")) throw error;
  for (const listener of listeners) listener();
}

/** Returns how to stop listening. Not by the signal: that also comes when a program we started leaves its input unread. */
export function onClosedOutput(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
