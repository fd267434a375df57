import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { type CommandGraderSpec, type GradedLanguage, gradedLanguages } from "../exercise.ts";
import { graderOf } from "../graders/all-graders.ts";

/** How a recorded task may be graded: by a language's own grader, or by a command that says which tests passed. */
export type RecordedGrader =
  | { readonly language: GradedLanguage; readonly tests: readonly string[] }
  | { readonly command: string; readonly results: ReportedResults };

/** That a command ended well says nothing about which tests it ran: a solution that exits early would pass. */
export type ReportedResults = Exclude<CommandGraderSpec["results"], "exit-code">;

export interface RecordedCheck {
  /** The task's folder after its last step. */
  readonly after: string;
  /** Those of its files that are tests. */
  readonly tests: readonly string[];
  readonly command: string;
  /** How the command tells what came of it, where a person has said so. */
  readonly results?: ReportedResults;
}

/** What to try, the most trustworthy first. Throws `RooError` `no_results` where nothing tells tests apart. */
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
    message: `"${command}" says only how it ended, not which tests passed, and its tests are none that we can run ourselves.`,
    next: "Name a check that writes JUnit's XML or TAP to $ROO_RESULTS: --command LINE --results junit.",
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

/** The command with a runner's own option to write what came of each test. */
function reportingCommand({ command, after }: RecordedCheck): RecordedGrader | undefined {
  const line = scriptBehind(command, after).trim();
  const reporter = reporters.find(([runner]) => runner.test(line));
  return reporter && { command: line.replace(reporter[0], reporter[1]), results: "junit" };
}

/** What `npm test` runs. */
function scriptBehind(command: string, folder: string): string {
  const script = /^\s*(?:npm|pnpm|yarn)\s+(?:run\s+)?([\w:-]+)\s*$/.exec(command)?.[1];
  if (script === undefined) return command;
  try {
    const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return typeof scripts?.[script] === "string" ? scripts[script] : command;
  } catch {
    return command;
  }
}
