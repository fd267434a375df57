import type { RunOutput } from "./run-output.ts";

/** Every event and live delta as a line, then the result. */
export function ndjsonOutput(stdout: NodeJS.WritableStream): RunOutput {
  return {
    observe: (item) => stdout.write(`${JSON.stringify(item)}\n`),
    finish: (result) => stdout.write(`${JSON.stringify({ type: "result", ...result })}\n`),
  };
}
