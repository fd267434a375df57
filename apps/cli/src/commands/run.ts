import { type Configuration, createRuleKeeper, findTask } from "@roo-code/host";
import { RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { isSet } from "../flags.ts";
import { relayAtTerminal } from "../human-relay.ts";
import { openHost } from "../open-host.ts";
import { places } from "../places.ts";
import { readImage } from "../read-image.ts";
import { type RunFlags, runFlags, runOptionsOf, settingsOf } from "../run-flags.ts";
import { runOutputFor } from "../run-output-for.ts";
import { runSession } from "../run-session.ts";
import { openIpcDoor } from "../serve-ipc.ts";
import { showNotices, showWarning } from "../show-notices.ts";
import { tidyHistory } from "../tidy-history.ts";

const taskFlags = {
  ...runFlags,
  condense: isSet("of a task that goes on: sum its oldest messages up first, however short they are"),
};

type TaskFlags = RunFlags & { readonly condense?: boolean | undefined };

const commandLine = {
  usage: 'roo run "<prompt>" [flags]',
  about: "Lets the agent do something, here and now. A prompt of - is read from standard input.",
  flags: taskFlags,
  words: { least: 0, most: 1 },
};

const resumeLine = {
  usage: 'roo tasks resume TASK ["<prompt>"] [flags]',
  about: "Goes on with a task, in its own folder, and in its own mode unless --mode chooses another.",
  flags: taskFlags,
  words: { least: 1, most: 2 },
};

export async function run(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  return parsed ? start(parsed.flags, parsed.words[0]) : 0;
}

/** The same as `roo run --resume TASK`. */
export async function resume(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(resumeLine, args);
  if (!parsed) return 0;
  const [name = "", text] = parsed.words;
  const { taskId, mode } = await findTask(openHost().tasks, name);
  // A plan goes on with its own flags; nothing can be said to it.
  if (mode === "workflow") return (await import("./workflow-run.ts")).resumeWorkflowCommand(args);
  return start({ ...parsed.flags, resume: taskId }, text);
}

async function start(flags: TaskFlags, word: string | undefined): Promise<number> {
  const text = await promptText(word);
  if (text === undefined && flags.resume === undefined) throw noPrompt("There is nothing to do.");
  if (flags.condense && flags.resume === undefined) throw nothingToSumUp();
  if (text === undefined && flags.image.length > 0) throw noPrompt("A picture goes with a prompt, and there is none.");
  const images = await Promise.all(flags.image.map(readImage));
  const host = openHost();
  const resumed = flags.resume === undefined ? undefined : await findTask(host.tasks, flags.resume);
  if (resumed?.mode === "workflow") throw isWorkflow(resumed.taskId);
  const configured = await host.configure(flags.cwd ?? resumed?.cwd ?? currentFolder(), settingsOf(flags));
  const expanded = text === undefined ? undefined : await host.expand(text, configured);
  const mode = flags.mode ?? expanded?.mode;
  const configuration = inMode(configured, mode);
  const notify = flags.quiet ? () => {} : showNotices;
  const { stdin, stderr } = process;
  const relay = relayAtTerminal({ stdin, stderr, interrupt: () => process.emit("SIGINT", "SIGINT") });
  const chosen = runOptionsOf(flags, configuration.settings);
  const options = { ...chosen, keepsModel: true, configuration, notify, warn: showWarning, relay };
  notify(configuration.notices);
  const quiet = flags.quiet ?? false;
  const door = await openIpcDoor({ host, given: flags.ipc, folder: configuration.workspace, quiet });
  await using _ = { [Symbol.asyncDispose]: async () => door?.close() };
  const exitCode = await runSession({
    open: (observe) =>
      resumed ? host.openTask(resumed.taskId, { ...options, mode, observe }) : host.createTask({ ...options, observe }),
    ...(text !== undefined && { prompt: { text: expanded?.text ?? text, typed: text, images } }),
    condenses: flags.condense ?? false,
    output: runOutputFor(flags.output ?? "text", flags.quiet ?? false),
    attended: options.attended,
    ...(door && { door }),
    ...(options.attended && { rules: createRuleKeeper({ ...places(), root: configuration.workspace }) }),
  });
  await tidyHistory(configuration.settings);
  return exitCode;
}

/** A slash command may bring its mode along; what the person asks for outright comes first. */
function inMode(configuration: Configuration, mode: string | undefined): Configuration {
  return mode === undefined ? configuration : { ...configuration, settings: { ...configuration.settings, mode } };
}

function isWorkflow(taskId: string): RooError {
  return new RooError({
    code: "is_workflow",
    message: `The task ${taskId} is a workflow: it follows its plan, and nothing can be said to it.`,
    next: `Go on with it by: roo workflow resume ${taskId}`,
  });
}

function noPrompt(message: string): RooError {
  return new RooError({ code: "no_prompt", message, next: 'Say what: roo run "add a test for the parser"' });
}

function nothingToSumUp(): RooError {
  const message = "--condense goes with a task that has begun: a new one has nothing to sum up.";
  return new RooError({ code: "wrong_usage", message, next: "Name it: roo tasks resume TASK --condense" });
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    const message = "The folder you are in does not exist any more.";
    throw new RooError({ code: "bad_cwd", message, next: "Go to another one, or choose one with --cwd.", cause });
  }
}

async function promptText(word: string | undefined): Promise<string | undefined> {
  if (word !== "-") return word?.trim() ? word : undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8").trim();
  return text === "" ? undefined : text;
}
