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
  about: `Makes a recorded task an exercise: its first message is the prompt, its folder before the first step what is given, what
it did the reference. The exercise is kept only if its check fails before and passes after. A check has to say which tests passed.`,
  flags: {
    into: text("DIR", "the suite to put it into (default: evals)"),
    name: text("NAME", "of the exercise (default: the task's id)"),
    language: text("NAME", "under which it is counted (default: project)"),
    command: text("LINE", "what checks it (default: the task's last check that succeeded)"),
    results: choice(["junit", "tap", "reward"], "what --command writes to $ROO_RESULTS (default: found out)"),
    tests: texts("PATTERN", "files that are tests, as in .gitignore; may be given several times"),
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
  if (existsSync(folder)) throw inTheWay(folder);
  let grader: RecordedGrader;
  const ends = mkdtempSync(join(tmpdir(), "roo-task-ends-"));
  try {
    const [before, after] = [join(ends, "before"), join(ends, "after")];
    await copyTaskEnds(undo, events, { before, after });
    const { language = "project", tests: patterns, results } = flags;
    const task = { before, after, prompt: await promptOf(events), name, language };
    const recorded = patterns.length > 0 ? { ...task, tests: patterns } : task;
    const tests = findTests(after, patterns.length > 0 ? patterns : undefined);
    const choices = graderChoices({ after, tests, command, ...(results !== undefined && { results }) });
    grader = await firstThatProves(choices, { recorded, suite, folder });
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

/** Throws what the last of them said. */
async function firstThatProves(
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
    message: "The task ran no check that succeeded, so nothing would say whether it is done.",
    next: 'Name one: --command "npm test"',
  });
}

function inTheWay(folder: string): RooError {
  return new RooError({
    code: "already_there",
    message: `${folder} is there already.`,
    next: "Choose another --name.",
  });
}
