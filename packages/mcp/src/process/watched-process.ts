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
  /** Ends it and all it has started, also what left its group: asked first, forced a second later. May be called twice. */
  end(): void;
}

const markName = "ROO_MCP_PROCESS";

/**
 * A second process waits for the end of descriptor 3, which only we hold: when that comes, by `end` or because we were
 * killed, it ends the whole group, and on Linux everything that has the mark in its environment. Our death between two
 * of these steps changes nothing, for the watch begins before the program does.
 */
const watch = `(
  trap '' TERM INT HUP
  read -r _ <&3
  kill -TERM 0
  sleep 1
  read -r self _ < /proc/self/stat
  for file in $(grep -ls "${markName}=$${markName}" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}; pid=\${pid%/environ}
    [ "$pid" = "$self" ] || kill -KILL "$pid"
  done
  kill -KILL 0
) < /dev/null > /dev/null 2>&1 &
exec 3<&-
exec "$@"`;

/** Starts a program that does not outlive us, whatever becomes of us. Windows has no such watch. */
export function startWatched({ program, arguments: given, cwd, environment }: ProcessStart): WatchedProcess {
  if (process.platform === "win32") {
    const child = spawn(program, given, { cwd, env: environment, stdio: "pipe", windowsHide: true });
    return { child, end: () => void child.kill() };
  }
  const child = spawn("/bin/sh", ["-c", watch, "roo-mcp", program, ...given], {
    cwd,
    env: { ...environment, [markName]: randomBytes(12).toString("hex") },
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    // A group of its own, which the watch can end.
    detached: true,
  });
  const held = child.stdio[3];
  // It is never written to; the other side closes its end when it has done its work.
  held?.on("error", () => {});
  return { child, end: () => void held?.destroy() };
}
