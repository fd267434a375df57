import { constants } from "node:os";
import type { CommandOutcome, ToolOutput } from "@roo-code/types";

/** The state of a command, its new output, and what can be done about it. */
export function describeOutcome(outcome: CommandOutcome, { acceptsInput }: { acceptsInput: boolean }): ToolOutput {
  const trouble = troubleOf(outcome);
  const content = [
    statusLine(outcome),
    "Output:",
    outcome.output.trimEnd() || "(none)",
    ...notesOf(outcome, acceptsInput).map((note) => `\n${note}`),
  ].join("\n");
  return { content, trouble };
}

function statusLine(outcome: CommandOutcome): string {
  const { id, ended, exitCode, signal } = outcome;
  const time = seconds(outcome.durationMs);
  switch (ended) {
    case "running":
      return `Status: ${id} runs in the background, for ${time} so far`;
    case "timeout":
      return `Exit code: none, stopped after ${time} because it had not finished`;
    case "abort":
      return "Exit code: none, stopped on request";
    case "processes":
      return "Exit code: none, killed because it started too many processes";
    case "exit":
      if (exitCode === null) return `Exit code: none, ended by signal ${signal ?? "unknown"}`;
      return `Exit code: ${exitCode === 0 ? "0" : `${exitCode} (not successful${signalIn(exitCode)})`}`;
  }
}

/** Shells exit with 128 + the signal that ended the command. */
function signalIn(exitCode: number): string {
  const [name] = Object.entries(constants.signals).find(([, number]) => number === exitCode - 128) ?? [];
  return name === undefined ? "" : `, ended by ${name}`;
}

function troubleOf({ ended, exitCode, signal, durationMs }: CommandOutcome): string | undefined {
  switch (ended) {
    case "running":
      return undefined;
    case "timeout":
      return `stopped after ${seconds(durationMs)}`;
    case "abort":
      return "stopped";
    case "processes":
      return "too many processes";
    case "exit":
      if (exitCode === null) return `ended by ${signal ?? "a signal"}`;
      return exitCode === 0 ? undefined : `exit code ${exitCode}`;
  }
}

function notesOf(outcome: CommandOutcome, acceptsInput: boolean): readonly string[] {
  const { id, ended, artifact, leftRunning } = outcome;
  const isRunning = ended === "running";
  return [
    ...(outcome.asks ? [promptNote(outcome, acceptsInput)] : []),
    ...(isRunning && !outcome.asks
      ? [`It continues. Read more with read_command_output (${id}.txt), stop it with stop_command (${id}).`]
      : []),
    ...(ended === "timeout"
      ? ["Do not simply run it again: set a timeout, after which it continues in the background, or reduce its work."]
      : []),
    ...(leftRunning ? [`Processes it started are still running as ${id}; stop_command stops them.`] : []),
    ...(artifact !== undefined && outcome.omittedBytes > 0
      ? [`Read the full output with read_command_output: ${artifact}.`]
      : []),
    ...(outcome.notes ?? []),
  ];
}

function promptNote({ id, ended }: CommandOutcome, acceptsInput: boolean): string {
  if (ended === "running") {
    return acceptsInput
      ? `It seems to be waiting for input. Answer with send_command_input (${id}), or stop it.`
      : `It seems to be waiting for a terminal, which it does not have. Stop it with stop_command (${id}). Use a program that works without a terminal, or run it with stdin "terminal".`;
  }
  return acceptsInput
    ? "Its output ends in a prompt."
    : 'Its output ends in a prompt, and it had no input. Pass the answer with a flag (such as --yes) or a pipe, or run it with stdin "terminal" and answer with send_command_input.';
}

export function seconds(milliseconds: number): string {
  return milliseconds < 10_000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds / 1000)} s`;
}
