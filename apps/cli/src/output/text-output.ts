import type { RunResult } from "@roo-code/types";
import { visibleText } from "../terminal-text.ts";
import { LineWriter } from "./line-writer.ts";
import { Progress } from "./progress.ts";
import type { RunOutput } from "./run-output.ts";

export interface TextOutputOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly quiet: boolean;
}

/** Progress on standard error while it happens, the result alone on standard output. */
export function textOutput({ stdout, stderr, quiet }: TextOutputOptions): RunOutput {
  const writer = new LineWriter(stderr);
  const root = new Progress({ stderr, writer });
  const others = new Map<string, Progress>();
  const progressOf = (agent: string): Progress => {
    if (agent === "root") return root;
    const known = others.get(agent) ?? new Progress({ stderr, writer, agent });
    others.set(agent, known);
    return known;
  };
  return {
    observe: (item, { agent }) => {
      if (!quiet) progressOf(agent).observe(item);
    },
    finish: (result) => {
      if (!quiet) root.end(result);
      report(result, { stdout, stderr, isOnScreen: !quiet && root.lastSaid === result.result });
    },
  };
}

function report(
  result: RunResult,
  { stdout, stderr, isOnScreen }: { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream; isOnScreen: boolean },
): void {
  if (result.error) stderr.write(`roo: ${visibleText(result.error.message)}\n`);
  if (result.status !== "completed") stderr.write(`  → Go on with: roo run --resume ${result.taskId}\n`);
  const isShown = stdout.isTTY && stderr.isTTY && isOnScreen;
  if (result.result !== null && !isShown) stdout.write(`${visibleText(result.result).trimEnd()}\n`);
}
