import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TaskEvent } from "@roo-code/types";
import { effectiveEvents, RooError, toolCalls } from "@roo-code/types";
import { type CommandGraderSpec, type GradedLanguage, gradedLanguages } from "../exercise.ts";
import { graderOf } from "../graders/all-graders.ts";

/** How a recorded task can be graded: by a language's grader, or by a command that reports which tests passed. */
export type RecordedGrader =
  | { readonly language: GradedLanguage; readonly tests: readonly string[] }
  | { readonly command: string; readonly results: ReportedResults };

/** Not the exit code, which does not tell which tests ran: a solution that exits early would pass. */
type ReportedResults = Exclude<CommandGraderSpec["results"], "exit-code">;

interface RecordedCheck {
  /** A copy of the workspace after the task. */
  readonly after: string;
  /** Its test files. */
  readonly tests: readonly string[];
  readonly command: string;
  /** The command's result format, if the user has specified it. */
  readonly results?: ReportedResults;
}

/** The possible graders, most trustworthy first. Throws `RooError` `no_results` if none reports single tests. */
export function graderChoices(check: RecordedCheck): readonly RecordedGrader[] {
  const { command, results } = check;
  if (results !== undefined) return [{ command, results }];
  const reporting = reportingCommand(check);
  const choices = [
    ...gradedLanguages.flatMap((language) => testsOf(language, check)),
    ...(reporting ? [reporting] : []),
  ];
  if (choices.length > 0) return choices;
  throw new RooError({
    code: "no_results",
    message: `"${command}" does not report which tests passed, and there is no grader for its tests.`,
    next: "Use a command that writes JUnit XML or TAP to $ROO_RESULTS: --command LINE --results junit.",
  });
}

function testsOf(language: GradedLanguage, { after, tests }: RecordedCheck): readonly RecordedGrader[] {
  const grader = graderOf({ kind: language });
  const own = tests.filter(
    (path) => grader.files.isTest(path) && grader.countTests(readFileSync(join(after, path), "utf8")) > 0,
  );
  return own.length > 0 ? [{ language, tests: own }] : [];
}

const reporters: readonly (readonly [runner: RegExp, replacement: string])[] = [
  [/((?:^|&&|;)\s*(?:python3?\s+-m\s+)?pytest\b[^|;&]*)$/, '$1 --junitxml="$$ROO_RESULTS"'],
  [/((?:^|&&|;)\s*(?:npx\s+)?vitest\b[^|;&]*)$/, '$1 --reporter=junit --outputFile="$$ROO_RESULTS"'],
  [
    /((?:^|&&|;)\s*node\s+--test)\b([^|;&]*)$/,
    '$1 --test-reporter=junit --test-reporter-destination="$$ROO_RESULTS"$2',
  ],
];

/** The command with the test runner's own option for a results file. */
function reportingCommand({ command, after }: RecordedCheck): RecordedGrader | undefined {
  const line = resolveScript(command, after).trim();
  const reporter = reporters.find(([runner]) => runner.test(line));
  return reporter && { command: line.replace(reporter[0], reporter[1]), results: "junit" };
}

/** The script that `npm test` runs. */
function resolveScript(command: string, folder: string): string {
  const script = /^\s*(?:npm|pnpm|yarn)\s+(?:run\s+)?([\w:-]+)\s*$/.exec(command)?.[1];
  if (script === undefined) return command;
  try {
    const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return typeof scripts?.[script] === "string" ? scripts[script] : command;
  } catch {
    return command;
  }
}

/** Words of typical check commands. */
const checkWords = /\b(test|tests|spec|check|verify|pytest|unittest|jest|vitest|mocha|ctest|junit)\b/i;

/** The last successful command of a task that checked something. */
export function findCheckCommand(events: readonly TaskEvent[]): string | undefined {
  const commands = new Map<string, string>();
  let found: string | undefined;
  for (const event of effectiveEvents(events)) {
    if (event.type === "turn.end")
      for (const call of toolCalls(event.message)) {
        const command = commandOf(call);
        if (command !== undefined) commands.set(call.callId, command);
      }
    if (event.type !== "tool.end" || event.isError || event.trouble !== undefined) continue;
    const command = commands.get(event.callId);
    if (command !== undefined && checkWords.test(command)) found = command;
  }
  return found;
}

function commandOf({ name, input }: { readonly name: string; readonly input: unknown }): string | undefined {
  if (name !== "execute_command" || typeof input !== "object" || input === null || !("command" in input)) return;
  return typeof input.command === "string" ? input.command : undefined;
}
