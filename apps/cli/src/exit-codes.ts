import type { RunStatus } from "@roo-code/types";

/** Other programs rely on these. */
export const exitCodes = {
  completed: 0,
  failed: 1,
  usage: 2,
  limit: 3,
  denied: 4,
  interrupted: 130,
  terminated: 143,
  hungUp: 129,
  outputClosed: 141,
} as const;

export function exitCodeOf(status: RunStatus, signal: NodeJS.Signals | undefined): number {
  switch (status) {
    case "completed":
      return exitCodes.completed;
    case "failed":
      return exitCodes.failed;
    case "limit":
      return exitCodes.limit;
    case "denied":
      return exitCodes.denied;
    case "aborted":
      return signalExitCode(signal);
  }
}

const signalExitCodes: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGTERM: exitCodes.terminated,
  SIGHUP: exitCodes.hungUp,
  SIGPIPE: exitCodes.outputClosed,
};

export function signalExitCode(signal: NodeJS.Signals | undefined): number {
  return (signal && signalExitCodes[signal]) ?? exitCodes.interrupted;
}
