import { findTask } from "@roo-code/host";
import type { IpcDoor } from "@roo-code/host/ipc";
import type { ForegroundInput } from "@roo-code/host/tasks";
import { RooError, type Settings } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { toggle } from "../flags.ts";
import { relayAtTerminal } from "../human-relay.ts";
import { createRunOutput } from "../output/run-output.ts";
import { openHost } from "../process-context.ts";
import { readImage } from "../read-image.ts";
import { type RunFlags, runFlags, runInputOf } from "../run-flags.ts";
import { runSession } from "../run-session.ts";
import { openIpcDoor } from "../serve-ipc.ts";
import { tidyHistory } from "../tidy-history.ts";

const taskFlags = {
  ...runFlags,
  condense: toggle("with --resume: first summarize the oldest messages"),
};

type TaskFlags = RunFlags & { readonly condense?: boolean | undefined };

const commandLine = {
  usage: 'roo run "<prompt>" [flags]',
  about: "Run a task in this folder. With - the prompt is read from standard input.",
  flags: taskFlags,
  positionals: { min: 0, max: 1 },
};

const resumeLine = {
  usage: 'roo tasks resume TASK ["<prompt>"] [flags]',
  about: "Continue a task in its own folder, and in its own mode unless --mode is given.",
  flags: taskFlags,
  positionals: { min: 1, max: 2 },
};

export async function run(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  return parsed ? start(parsed.flags, parsed.positionals[0]) : 0;
}

/** The same as `roo run --resume TASK`. */
export async function resume(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(resumeLine, args);
  if (!parsed) return 0;
  const [name = "", text] = parsed.positionals;
  const { taskId, mode } = await findTask(openHost().tasks, name);
  // A workflow has its own flags, and takes no prompt.
  if (mode === "workflow") return (await import("./workflow-run.ts")).resumeWorkflowCommand(args);
  return start({ ...parsed.flags, resume: taskId }, text);
}

async function start(flags: TaskFlags, prompt: string | undefined): Promise<number> {
  const text = await promptText(prompt);
  if (flags.condense && flags.resume === undefined) throw nothingToSummarize();
  if (text === undefined && flags.image.length > 0) throw noPrompt("--image needs a prompt.");
  const images = await Promise.all(flags.image.map(readImage));
  const host = openHost();
  const { condense, cwd, quiet = false } = flags;
  const runInput = { ...runInputOf(flags), images };
  const input: ForegroundInput =
    flags.resume === undefined
      ? { ...runInput, text: requirePrompt(text), cwd: cwd ?? currentFolder() }
      : { ...runInput, text, condense, cwd, taskId: (await findTask(host.tasks, flags.resume)).taskId };
  const { stdin, stderr } = process;
  const relay = relayAtTerminal({ stdin, stderr, interrupt: () => process.emit("SIGINT", "SIGINT") });
  const opened: { door?: IpcDoor | undefined; settings?: Settings } = {};
  await using _ = { [Symbol.asyncDispose]: async () => opened.door?.close() };
  const exitCode = await runSession({
    host,
    input,
    output: createRunOutput(flags.output ?? "text", quiet),
    quiet,
    relay,
    onConfigured: async ({ workspace: folder, settings }, tasks) => {
      opened.settings = settings;
      return (opened.door = await openIpcDoor({ host, tasks, path: flags.ipc, folder, quiet }));
    },
  });
  if (opened.settings) await tidyHistory(opened.settings);
  return exitCode;
}

function requirePrompt(text: string | undefined): string {
  if (text === undefined) throw noPrompt("Missing argument: <prompt>");
  return text;
}

function noPrompt(message: string): RooError {
  return new RooError({ code: "no_prompt", message, next: 'For example: roo run "add a test for the parser"' });
}

function nothingToSummarize(): RooError {
  const message = "--condense needs an existing task.";
  return new RooError({ code: "wrong_usage", message, next: "Use: roo tasks resume TASK --condense" });
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    const message = "The current folder no longer exists.";
    throw new RooError({ code: "bad_cwd", message, next: "Change to another one, or choose one with --cwd.", cause });
  }
}

async function promptText(prompt: string | undefined): Promise<string | undefined> {
  if (prompt !== "-") return prompt?.trim() ? prompt : undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8").trim();
  return text === "" ? undefined : text;
}
