import { signalExitCode } from "./exit-codes.ts";

// SIGHUP is a closed terminal.
const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Until a run can be stopped, Ctrl-C exits the process and its children. Returns how to stop listening. */
export function exitWhenInterrupted(): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    stop();
    // By the signal itself, after the children have ended: an exit would wait forever for a read of a FIFO.
    process.once("exit", () => process.kill(process.pid, signal));
    process.exit(signalExitCode(signal));
  };
  const stop = () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return stop;
}

/** The first Ctrl-C (or similar signal) asks to stop; the second exits at once. */
export function listenForInterrupts(options: { stop: () => void; kill: () => void }): {
  received: () => NodeJS.Signals | undefined;
  dispose: () => void;
} {
  let first: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    // A closed terminal or pipe signals many times: only a second Ctrl-C exits.
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

/** A pipe without a reader, or a closed terminal. */
const closed = new Set(["EPIPE", "EIO"]);

const listeners = new Set<() => void>();

/**
 * The output is no longer read. `roo tasks list | head -1` is not an error; a run is interrupted as by Ctrl-C, because an exit
 * here would leave its commands running and report success.
 */
export function closedOutput(error: NodeJS.ErrnoException): void {
  if (!closed.has(error.code ?? "")) throw error;
  for (const listener of listeners) listener();
}

/** Returns how to stop listening. Not SIGPIPE: that is also sent when a child process leaves its input unread. */
function onClosedOutput(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
