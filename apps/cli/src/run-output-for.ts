import { jsonOutput } from "./output/json-output.ts";
import { ndjsonOutput } from "./output/ndjson-output.ts";
import type { OutputFormat, RunOutput } from "./output/run-output.ts";
import { textOutput } from "./output/text-output.ts";

export function runOutputFor(format: OutputFormat, quiet: boolean): RunOutput {
  switch (format) {
    case "text":
      return textOutput({ stdout: process.stdout, stderr: process.stderr, quiet });
    case "json":
      return jsonOutput(process.stdout);
    case "ndjson":
      return ndjsonOutput(process.stdout);
  }
}

/** Somebody can be asked only where both sides of the conversation are a terminal, and only in a form made for people. */
export function isAttended(format: OutputFormat): boolean {
  const isAutomation =
    process.env.CI !== undefined && process.env.CI !== "" && process.env.CI !== "0" && process.env.CI !== "false";
  return format === "text" && !isAutomation && [process.stdin, process.stderr].every((stream) => stream.isTTY);
}
