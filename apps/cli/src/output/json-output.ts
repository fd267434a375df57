import type { RunOutput } from "./run-output.ts";

/** One object at the end. */
export function jsonOutput(stdout: NodeJS.WritableStream): RunOutput {
  return {
    observe: () => {},
    finish: (result) => stdout.write(`${JSON.stringify(result)}\n`),
  };
}
