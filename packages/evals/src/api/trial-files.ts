import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TaskEvent } from "@roo-code/types";
import { readTaskLogs } from "../agents/roo/task-logs.ts";

export interface TrialFiles {
  readonly gradingOutput: string;
  /** The events of the agent's task, if the agent is ours. */
  readonly events: readonly TaskEvent[];
  /** The output of the agent's process. */
  readonly log: string;
}

const maxTextLength = 1024 * 1024;

/** A trial's files, which exist only on the machine that ran it. */
export async function readTrialFiles(artifacts: string | null): Promise<TrialFiles> {
  if (artifacts === null) return { gradingOutput: "", events: [], log: "" };
  const logs = [...(await readTaskLogs(artifacts)).values()];
  const events = logs.find(([first]) => first?.type === "task.start" && first.parent === undefined) ?? [];
  return { gradingOutput: textOf(join(artifacts, "grading.txt")), events, log: textOf(join(artifacts, "agent.log")) };
}

/** Keeps the end, which is the most useful part. */
function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").slice(-maxTextLength) : "";
}
