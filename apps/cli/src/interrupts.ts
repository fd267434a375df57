import { signalExitCode } from "./exit-codes.ts";

// SIGHUP is a closed terminal.
const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Until there is something to stop, Ctrl-C ends the process, together with what it has begun. Returns how to stop listening. */
export function exitWhenInterrupted(): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    stop();
    // By the signal itself, once what was begun has been ended: an exit would wait for ever for a read of a FIFO.
    process.once("exit", () => process.kill(process.pid, signal));
    process.exit(signalExitCode(signal));
  };
  const stop = () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return stop;
}

/** The first Ctrl-C (or its like) asks to stop; the second ends at once. Returns what came, and how to stop listening. */
export function listenForInterrupts(options: { stop: () => void; kill: () => void }): {
  received: () => NodeJS.Signals | undefined;
  dispose: () => void;
} {
  let first: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    // A closed terminal or pipe tells of itself many times: only a person is impatient.
    if (first && (signal === "SIGHUP" || signal === "SIGPIPE")) return;
    if (first) {
      options.kill();
      process.exit(signalExitCode(signal));
    }
    first = signal;
    options.stop();
  };
  for (const signal of signals) process.on(signal, onSignal);
  const stopListening = onClosedOutput(() => onSignal("SIGPIPE"));
  return {
    received: () => first,
    dispose: () => {
      for (const signal of signals) process.off(signal, onSignal);
      stopListening();
    },
  };
}

/** Resolves when the process is asked to end. */
export function waitForInterrupt(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
}

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
function onClosedOutput(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
