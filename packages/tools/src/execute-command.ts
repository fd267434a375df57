import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { withNews } from "./command/command-news.ts";
import { describeOutcome } from "./command/describe-outcome.ts";
import { toShell } from "./command/to-shell.ts";
import { decodeEntities } from "./edit/block-variants.ts";
import description from "./execute-command.md";
import { looseBoolean, looseInput, looseNumber } from "./loose-input.ts";

const input = looseInput(
  {
    command: z.string(),
    cwd: z.string().optional().describe("Folder to run in, relative to the workspace; default: its root"),
    timeout: looseNumber.optional().describe("Seconds to wait before it continues in the background; default 300"),
    background: looseBoolean.optional().describe("Do not wait at all: servers, watchers"),
    stdin: z
      .enum(["none", "pipe", "terminal"])
      .optional()
      .describe("Its input; default none. pipe or terminal: what send_command_input sends"),
  },
  {
    names: {
      cmd: "command",
      script: "command",
      workdir: "cwd",
      working_directory: "cwd",
      directory: "cwd",
      run_in_background: "background",
      is_background: "background",
    },
    adapt: ({ tty, interactive, ...rest }) => {
      const { command } = rest;
      const normalised = { ...rest, command: normaliseCommand(command) };
      return (tty ?? interactive) === true && rest.stdin === undefined
        ? { ...normalised, stdin: "terminal" }
        : normalised;
    },
  },
);

function normaliseCommand(command: unknown): unknown {
  if (Array.isArray(command)) return toShell(command);
  return typeof command === "string" ? decodeCommand(command) : command;
}

const defaultTimeout = 300;
/** A command is killed after this time in the foreground. */
const hardLimit = 600;
const maxOutputBytes = 10 * 1024;
/** Long enough to see a server fail on startup. */
const startupCheckMs = 500;

export const executeCommand = defineTool({
  name: "execute_command",
  kind: "action",
  group: "command",
  approval: "command",
  description,
  input,
  subject({ command, cwd = "." }) {
    rejectEmpty(command);
    const location = cwd === "." ? "" : ` (in ${cwd})`;
    return { kind: "command", summary: `${command}${location}`, command, cwd: cwd !== "." ? cwd : undefined };
  },
  async run({ command, cwd = ".", timeout = defaultTimeout, background = false, stdin = "none" }, context) {
    const { workspace, signal } = context;
    rejectEmpty(command);
    const folder = await workspace.files.resolve(cwd);
    const outcome = await workspace.execute({
      command,
      cwd: folder,
      timeoutMs: hardLimit * 1000,
      backgroundAfterMs: background ? startupCheckMs : backgroundDelay(timeout),
      stdin,
      signal,
      maxOutputBytes,
      onOutput: (text) => context.report(text),
    });
    const { content, trouble } = describeOutcome(outcome, { acceptsInput: stdin !== "none" });
    return {
      content: withNews(`Working directory: ${folder}\n${content}`, workspace, outcome.id),
      trouble,
    };
  },
});

/** Models pass 0 for "no limit": then only the hard limit applies. */
function backgroundDelay(timeout: number): number | undefined {
  return timeout > 0 && timeout < hardLimit ? Math.max(1, timeout) * 1000 : undefined;
}

/** A command of blanks, comments or separators alone: nothing to check or run. */
function rejectEmpty(command: string): void {
  if (command.split("\n").some((line) => !/^[\s;&|]*(?:#.*)?$/.test(line))) return;
  throw new ToolFailure("invalid_command", "The command is empty.");
}

const quoted = /'[^']*'|"(?:\\.|[^"\\])*"/g;

/**
 * Decodes a command of a model that writes `&amp;&amp;` for `&&`. Outside quotes no command has entities; one with
 * entities in quotes, or with unencoded characters besides, is left as it is.
 * @internal
 */
export function decodeCommand(command: string): string {
  const bare = command.replaceAll(quoted, "");
  const isEncoded = decodeEntities([bare], "") !== undefined;
  return isEncoded ? (decodeEntities([command], "")?.[0] ?? command) : command;
}
