import { signalExitCode } from "./exit-codes.ts";

// SIGHUP is a closed terminal. SIGPIPE is never sent to us: `closed-output.ts` says with it that nobody reads any more.
const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGPIPE"];

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
  return {
    received: () => first,
    dispose: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
