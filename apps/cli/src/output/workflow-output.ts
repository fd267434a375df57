import type { RunOptions } from "@roo-code/host";
import type { WorkflowResult } from "@roo-code/host/workflow";
import type { TaskEvent } from "@roo-code/types";
import { visibleText } from "../terminal-text.ts";
import { jsonOutput } from "./json-output.ts";
import { ndjsonOutput } from "./ndjson-output.ts";
import type { OutputFormat } from "./run-output.ts";
import { WorkflowLines } from "./workflow-lines.ts";
import { WorkflowLive } from "./workflow-live.ts";

export interface WorkflowOutput {
  readonly observe: RunOptions["observe"];
  finish(result: WorkflowResult): void;
}

export interface WorkflowOutputOptions {
  readonly format: OutputFormat;
  readonly quiet: boolean;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** What a workflow that is resumed has done before. */
  readonly history: readonly TaskEvent[];
}

/** Shows a workflow to whoever started it. */
export function workflowOutput(options: WorkflowOutputOptions): WorkflowOutput {
  const { format, quiet, stdout, stderr, history } = options;
  if (format === "json") return jsonOutput(stdout);
  if (format === "ndjson") return ndjsonOutput(stdout);
  const shown = stderr.isTTY ? new WorkflowLive(stderr, history) : new WorkflowLines(stderr);
  const progress = quiet ? undefined : shown;
  return {
    observe: (item, { taskId, agent }) => {
      if ("live" in item) return;
      if (agent === "root") progress?.event(item);
      else progress?.childEvent(item, taskId);
    },
    finish: (result) => {
      progress?.end(result);
      if (result.error) stderr.write(`roo: ${visibleText(result.error.message)}\n`);
      if (result.status !== "completed") stderr.write(`  → Go on with: roo workflow resume ${result.taskId}\n`);
      if (result.result !== null) stdout.write(`${visibleText(result.result)}\n`);
    },
  };
}
