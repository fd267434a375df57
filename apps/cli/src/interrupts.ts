/** The first Ctrl-C (or SIGTERM) asks to stop; the second ends at once. Returns what came, and how to stop listening. */
export function listenForInterrupts(options: { stop: () => void; kill: () => void }): {
  received: () => NodeJS.Signals | undefined;
  dispose: () => void;
} {
  let first: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (first) {
      options.kill();
      process.exit(signal === "SIGTERM" ? 143 : 130);
    }
    first = signal;
    options.stop();
  };
  const signals: NodeJS.Signals[] = ["SIGINT", "SIGTERM"];
  for (const signal of signals) process.on(signal, onSignal);
  return {
    received: () => first,
    dispose: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
