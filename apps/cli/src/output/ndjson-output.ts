import type { RunOutput } from "./run-output.ts";

/** Every event and live delta as a line, then the result. What other tasks of the tree do says which one it is of. */
export function ndjsonOutput(stdout: NodeJS.WritableStream): RunOutput {
  return {
    observe: (item, { taskId, agent }) =>
      stdout.write(`${JSON.stringify(agent === "root" ? item : { taskId, agent, ...item })}\n`),
    finish: (result) => stdout.write(`${JSON.stringify({ type: "result", ...result })}\n`),
  };
}
