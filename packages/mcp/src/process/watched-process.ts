import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";

export interface ProcessStart {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface WatchedProcess {
  readonly child: ChildProcess;
  /** Ends it and everything it started, also outside its process group: SIGTERM, a second later SIGKILL. May be called twice. */
  end(): void;
}

const markerName = "ROO_MCP_PROCESS";

/**
 * A watcher process waits until descriptor 3, which only we hold, is closed: by `end`, or because we were killed. Then
 * it kills the whole process group, and on Linux every process with the marker in its environment. It starts before the
 * program, so there is no moment at which our death would leave the program running.
 */
const watcher = `(
  trap '' TERM INT HUP
  read -r _ <&3
  kill -TERM 0
  sleep 1
  read -r self _ < /proc/self/stat
  for file in $(grep -ls "${markerName}=$${markerName}" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}; pid=\${pid%/environ}
    [ "$pid" = "$self" ] || kill -KILL "$pid"
  done
  kill -KILL 0
) < /dev/null > /dev/null 2>&1 &
exec 3<&-
exec "$@"`;

/** Starts a program that does not outlive us, even if we are killed. On Windows there is no watcher. */
export function startWatched({ program, arguments: args, cwd, environment }: ProcessStart): WatchedProcess {
  if (process.platform === "win32") {
    const child = spawn(program, args, { cwd, env: environment, stdio: "pipe", windowsHide: true });
    return { child, end: () => void child.kill() };
  }
  const child = spawn("/bin/sh", ["-c", watcher, "roo-mcp", program, ...args], {
    cwd,
    env: { ...environment, [markerName]: randomBytes(12).toString("hex") },
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    // A process group of its own, which the watcher can kill.
    detached: true,
  });
  const lifeline = child.stdio[3];
  // Never written to; the watcher closes its end when it is done.
  lifeline?.on("error", () => {});
  return { child, end: () => void lifeline?.destroy() };
}
