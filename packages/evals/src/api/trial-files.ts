import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TaskEvent } from "@roo-code/types";
import { readTaskLogs } from "../agents/roo/task-logs.ts";

export interface TrialFiles {
  readonly gradingOutput: string;
  /** Of the agent's task, where the agent is ours. */
  readonly events: readonly TaskEvent[];
  /** What the agent's process said. */
  readonly log: string;
}

const mostText = 1024 * 1024;

/** What a trial left on the machine that tried it; on others there is nothing. */
export async function readTrialFiles(artifacts: string | null): Promise<TrialFiles> {
  if (artifacts === null) return { gradingOutput: "", events: [], log: "" };
  const logs = [...(await readTaskLogs(artifacts)).values()];
  const events = logs.find(([first]) => first?.type === "task.start" && first.parent === undefined) ?? [];
  return { gradingOutput: textOf(join(artifacts, "grading.txt")), events, log: textOf(join(artifacts, "agent.log")) };
}

/** The end of it is what matters. */
function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").slice(-mostText) : "";
}
