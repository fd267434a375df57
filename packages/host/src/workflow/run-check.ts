import type { Workspace } from "@roo-code/types";
import type { CheckOutcome } from "@roo-code/workflow";

const outputBytes = 16 * 1024;

/** Runs a command of a plan in the workspace, as the person's own: nobody is asked. */
export async function runCheck(
  workspace: Workspace,
  command: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<CheckOutcome> {
  const outcome = await workspace.execute({
    command,
    timeoutMs,
    signal,
    maxOutputBytes: outputBytes,
    onOutput: () => {},
  });
  const { exitCode, output, durationMs, ended } = outcome;
  const why = {
    timeout: `Ended after ${timeoutMs / 1000} seconds.`,
    processes: "Ended: it started too many processes.",
  };
  const note = ended === "timeout" || ended === "processes" ? `\n${why[ended]}` : "";
  return { exitCode: note ? null : exitCode, output: `${output}${note}`.trim(), durationMs: Math.round(durationMs) };
}
