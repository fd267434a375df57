import type { CommandOutcome } from "@roo-code/types";
import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import description from "./execute-command.md";
import { looseInput, looseNumber } from "./loose-input.ts";

const input = looseInput(
  {
    command: z.string(),
    cwd: z.string().optional().describe("Folder to run in, relative to the workspace; default its root"),
    timeout: looseNumber.optional().describe("Seconds, default 300, at most 600"),
  },
  { names: { cmd: "command", script: "command", workdir: "cwd", working_directory: "cwd", directory: "cwd" } },
);

const defaultTimeout = 300;
const maxTimeout = 600;
const maxOutputBytes = 10 * 1024;

export const executeCommand = defineTool({
  name: "execute_command",
  kind: "action",
  group: "command",
  approval: "command",
  description,
  input,
  subject({ command, cwd }) {
    refuseEmpty(command);
    const place = cwd === undefined || cwd === "." ? "" : ` (in ${cwd})`;
    return { kind: "command", summary: `${command}${place}`, command };
  },
  async run({ command, cwd = ".", timeout = defaultTimeout }, context) {
    const { workspace, signal } = context;
    refuseEmpty(command);
    // Models say 0 for "no limit".
    const seconds = timeout > 0 ? Math.min(maxTimeout, Math.max(1, timeout)) : maxTimeout;
    const folder = await workspace.files.resolve(cwd);
    const outcome = await workspace.execute({
      command,
      cwd: folder,
      timeoutMs: seconds * 1000,
      signal,
      maxOutputBytes,
      onOutput: (text) => context.report(text),
    });
    return {
      content: [
        `Working directory: ${folder}`,
        `Exit code: ${describeEnd(outcome, seconds)}`,
        "Output:",
        cleanOutput(outcome.output) || "(none)",
      ].join("\n"),
    };
  },
});

/** Blank, only comments, or only separators: nothing that could be judged or run. */
function refuseEmpty(command: string): void {
  if (command.split("\n").some((line) => !/^[\s;&|]*(?:#.*)?$/.test(line))) return;
  throw new ToolFailure("invalid_command", "The command is empty. Send the command to run.");
}

function describeEnd({ ended, exitCode, signal }: CommandOutcome, seconds: number): string {
  if (ended === "timeout") return `none, stopped after ${seconds} s because it had not ended`;
  if (ended === "abort") return "none, stopped on request";
  if (exitCode === null) return `none, ended by signal ${signal ?? "unknown"}`;
  return exitCode === 0 ? "0" : `${exitCode} (not successful)`;
}

/** As a terminal would show it in the end: no colours, and of a line that was redrawn only its last state. */
function cleanOutput(output: string): string {
  return process
    .getBuiltinModule("node:util")
    .stripVTControlCharacters(output)
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\n]*\r(?=[^\n])/g, "")
    .trimEnd();
}
