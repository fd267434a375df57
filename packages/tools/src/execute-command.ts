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
      const plain = { ...rest, ...(command !== undefined && { command: plainCommand(command) }) };
      return (tty ?? interactive) === true && rest.stdin === undefined ? { ...plain, stdin: "terminal" } : plain;
    },
  },
);

function plainCommand(command: unknown): unknown {
  if (Array.isArray(command)) return toShell(command);
  return typeof command === "string" ? decodeCommand(command) : command;
}

const defaultTimeout = 300;
/** A command is killed after this time in the foreground. */
const hardLimit = 600;
const maxOutputBytes = 10 * 1024;
/** Long enough to see a server fail on startup. */
const firstLookMs = 500;

export const executeCommand = defineTool({
  name: "execute_command",
  kind: "action",
  group: "command",
  approval: "command",
  description,
  input,
  subject({ command, cwd = "." }) {
    refuseEmpty(command);
    const place = cwd === "." ? "" : ` (in ${cwd})`;
    return { kind: "command", summary: `${command}${place}`, command, cwd: cwd !== "." ? cwd : undefined };
  },
  async run({ command, cwd = ".", timeout = defaultTimeout, background = false, stdin = "none" }, context) {
    const { workspace, signal } = context;
    refuseEmpty(command);
    const folder = await workspace.files.resolve(cwd);
    const outcome = await workspace.execute({
      command,
      cwd: folder,
      timeoutMs: hardLimit * 1000,
      ...(background ? { backgroundAfterMs: firstLookMs } : patience(timeout)),
      stdin,
      signal,
      maxOutputBytes,
      onOutput: (text) => context.report(text),
    });
    const { content, trouble } = describeOutcome(outcome, { reads: stdin !== "none" });
    return {
      content: withNews(`Working directory: ${folder}\n${content}`, workspace, outcome.id),
      trouble,
    };
  },
});

/** Models pass 0 for "no limit": then only the hard limit applies. */
function patience(timeout: number): { backgroundAfterMs?: number } {
  return timeout > 0 && timeout < hardLimit ? { backgroundAfterMs: Math.max(1, timeout) * 1000 } : {};
}

/** Blank, only comments, or only separators: nothing to check or run. */
function refuseEmpty(command: string): void {
  if (command.split("\n").some((line) => !/^[\s;&|]*(?:#.*)?$/.test(line))) return;
  throw new ToolFailure("invalid_command", "The command is empty. Send the command to run.");
}

const quoted = /'[^']*'|"(?:\\.|[^"\\])*"/g;

/**
 * Decodes a command of a model that writes `&amp;&amp;` for `&&`. Outside quotes no command has entities; one with
 * entities in quotes, or with unencoded characters besides, is left as it is.
 */
export function decodeCommand(command: string): string {
  const bare = command.replaceAll(quoted, "");
  const isEncoded = decodeEntities([bare], "") !== undefined;
  return isEncoded ? (decodeEntities([command], "")?.[0] ?? command) : command;
}
