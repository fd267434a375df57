import type { TaskSource } from "@roo-code/host";
import type { LiveDelta, RunResult, TaskEvent } from "@roo-code/types";
import { textOutput } from "./text-output.ts";

export const outputFormats = ["text", "json", "ndjson"] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Shows a run. Data goes to standard output, messages to standard error. */
export interface RunOutput {
  observe(item: TaskEvent | LiveDelta, source: TaskSource): void;
  finish(result: RunResult): void;
}

export function createRunOutput(format: OutputFormat, quiet: boolean): RunOutput {
  switch (format) {
    case "text":
      return textOutput({ stdout: process.stdout, stderr: process.stderr, quiet });
    case "json":
      return jsonOutput(process.stdout);
    case "ndjson":
      return ndjsonOutput(process.stdout);
  }
}

/** Whether questions can be asked: only on a terminal, and only with text output. */
export function isAttended(format: OutputFormat): boolean {
  const isAutomation =
    process.env.CI !== undefined && process.env.CI !== "" && process.env.CI !== "0" && process.env.CI !== "false";
  return format === "text" && !isAutomation && [process.stdin, process.stderr].every((stream) => stream.isTTY);
}

/** One object at the end. */
export function jsonOutput(stdout: NodeJS.WritableStream): RunOutput {
  return {
    observe: () => {},
    finish: (result) => stdout.write(`${JSON.stringify(result)}\n`),
  };
}

/** Every event and live delta as a line, then the result. Events of subtasks carry their task's id. */
export function ndjsonOutput(stdout: NodeJS.WritableStream): RunOutput {
  return {
    observe: (item, { taskId, agent }) =>
      stdout.write(`${JSON.stringify(agent === "root" ? item : { taskId, agent, ...item })}\n`),
    finish: (result) => stdout.write(`${JSON.stringify({ type: "result", ...result })}\n`),
  };
}
