import type { EventOf } from "@roo-code/types";

/** How a command stands, as far as the log tells. `how` ends a sentence that began with the command. */
export type CommandOutcome =
  | { readonly state: "succeeded" }
  | { readonly state: "failed" | "unknown"; readonly how: string }
  | { readonly state: "running"; readonly id: string };

const statusLine =
  /^(?:Working directory: [^\n]*\n|\S+ is stopped with all its processes\.\n)?(?:Status: (\S+) runs in the background|Exit code: (\d+|none)(?:, ([^\n]*))?)/;

/** Codes of a call that began to act and did not get to an end of its own. */
const brokenOff: ReadonlyMap<string, CommandOutcome> = new Map([
  ["aborted", { state: "failed", how: "was aborted" }],
  ["interrupted", { state: "unknown", how: "was interrupted, so how it ended is not known" }],
  ["tool_crashed", { state: "unknown", how: "could not be followed to its end" }],
]);

/** What the end of a call says about the command it is about; undefined when it says nothing, or when nothing was run. */
export function commandOutcome(end: EventOf<"tool.end">): CommandOutcome | undefined {
  if (end.isError) return brokenOff.get(end.code ?? "");
  const [, id, exitCode, reason] = statusLine.exec(end.content) ?? [];
  if (id !== undefined) return { state: "running", id };
  if (exitCode === "0") return { state: "succeeded" };
  if (exitCode === "none") return withoutCode(reason ?? "");
  return exitCode === undefined ? undefined : { state: "failed", how: `ended with exit code ${exitCode}` };
}

/** A server that was stopped on request has shown neither success nor failure by that. */
function withoutCode(reason: string): CommandOutcome {
  if (reason === "stopped on request") return { state: "unknown", how: "was stopped before it had ended" };
  return { state: "failed", how: `ended without an exit code: ${reason}` };
}
