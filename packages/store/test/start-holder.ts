import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Command, Reply } from "./task-holder.ts";

export interface TaskHolder {
  readonly process: ChildProcess;
  /** One command at a time. */
  send(command: Command): Promise<Reply>;
  /** kill -9, and waits until the process is gone. */
  kill(): Promise<void>;
}

/** Another process that can hold the task; killed when the test is over. */
export function startHolder(tasksFolder: string, taskId: string): TaskHolder {
  const script = fileURLToPath(new URL("./task-holder.ts", import.meta.url));
  const child = fork(script, [tasksFolder, taskId], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const gone = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  onTestFinished(kill);
  return {
    process: child,
    kill,
    async send(command) {
      child.send(command);
      const [reply] = await once(child, "message");
      return reply as Reply;
    },
  };
}
