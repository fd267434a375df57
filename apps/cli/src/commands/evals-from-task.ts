import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  findCheckCommand,
  findTests,
  graderChoices,
  proveExercise,
  type RecordedGrader,
  type RecordedTask,
  removeExercise,
  writeExercise,
} from "@roo-code/evals";
import { knownSecrets } from "@roo-code/host";
import { copyTaskEnds } from "@roo-code/host/undo";
import { messageText, RooError, type TaskEvent } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { choice, text, texts } from "../flags.ts";
import { processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { taskOfFolder } from "../task-of-folder.ts";

const commandLine = {
  usage: "roo evals from-task TASK [flags]",
  about: `Turn a recorded task into an exercise: its first message is the prompt, the files before it are given, its changes are the
reference solution. The exercise is kept only if its check fails before and passes after. The check must report which tests passed.`,
  flags: {
    into: text("DIR", "the suite to add it to (default: evals)"),
    name: text("NAME", "the name of the exercise (default: the task's id)"),
    language: text("NAME", "the language in reports (default: project)"),
    command: text("LINE", "the check command (default: the task's last successful check)"),
    results: choice(["junit", "tap", "reward"], "the format that --command writes to $ROO_RESULTS (default: detected)"),
    tests: texts("PATTERN", "test files, as in .gitignore; may be given several times"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
  positionals: { min: 1, max: 1 },
};

export async function evalsFromTask(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  const { taskId, events, undo } = await taskOfFolder({ task: positionals[0], cwd: undefined });
  const command = flags.command ?? findCheckCommand(events);
  if (command === undefined) throw noCheck();
  const name = flags.name ?? taskId;
  const suite = resolve(flags.into ?? "evals");
  const folder = join(suite, name);
  if (existsSync(folder)) throw alreadyExists(folder);
  let grader: RecordedGrader;
  const ends = mkdtempSync(join(tmpdir(), "roo-task-ends-"));
  try {
    const [before, after] = [join(ends, "before"), join(ends, "after")];
    await copyTaskEnds(undo, events, { before, after });
    const { language = "project", tests: patterns, results } = flags;
    const task = { before, after, prompt: await promptOf(events), name, language };
    const recorded = patterns.length > 0 ? { ...task, tests: patterns } : task;
    const tests = findTests(after, patterns.length > 0 ? patterns : undefined);
    const choices = graderChoices({ after, tests, command, results });
    grader = await writeFirstProven(choices, { recorded, suite, folder });
  } catch (error) {
    removeExercise(folder);
    throw error;
  } finally {
    rmSync(ends, { recursive: true, force: true });
  }
  const checkedBy = "command" in grader ? grader.command : `${grader.language} tests in ${grader.tests.join(", ")}`;
  if (flags.output === "json") return print(JSON.stringify({ folder, name, command: checkedBy, grader }));
  return print(`${folder}\nchecked by: ${checkedBy}\nTry it: roo evals run --suite ${suite} --exercise ${name}`);
}

/** Throws the failure of the last one if none works. */
async function writeFirstProven(
  choices: readonly RecordedGrader[],
  { recorded, suite, folder }: { recorded: RecordedTask; suite: string; folder: string },
): Promise<RecordedGrader> {
  let failure: unknown;
  for (const grader of choices) {
    try {
      writeExercise(recorded, { grader }, suite);
      const expected = await proveExercise(folder, {
        home: processContext().home,
        signal: new AbortController().signal,
      });
      writeExercise(recorded, { grader, expected }, suite);
      return grader;
    } catch (error) {
      removeExercise(folder);
      failure = error;
    }
  }
  throw failure;
}

async function promptOf(events: readonly TaskEvent[]): Promise<string> {
  const first = events.find((event) => event.type === "message.added");
  const redact = await knownSecrets(processContext());
  return redact(first?.type === "message.added" ? messageText(first.message) : "");
}

function noCheck(): RooError {
  return new RooError({
    code: "no_check",
    message: "The task has no successful check command.",
    next: 'Pass one: --command "npm test"',
  });
}

function alreadyExists(folder: string): RooError {
  return new RooError({
    code: "already_there",
    message: `${folder} already exists.`,
    next: "Choose another --name.",
  });
}
