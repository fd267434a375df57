import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandGraderSpec } from "../exercise.ts";
import type { Bench, BenchRun } from "./bench.ts";
import { readJunit, readReward, readTap } from "./command-results.ts";
import type { Grader, GraderReport, LanguageFiles } from "./grader.ts";
import { isToolConfig } from "./source-files.ts";

/** The language is unknown, so the build configuration of every known language is refused. */
const files: LanguageFiles = {
  isTest: () => false,
  isSolution: () => true,
  mayBeAdded: (path) => !isToolConfig(path),
};

/** A command that grades, and reports results in a common format. */
export function commandGrader(spec: CommandGraderSpec): Grader {
  return { files, check: async () => undefined, countTests: () => 0, grade: (bench) => grade(bench, spec) };
}

async function grade(bench: Bench, spec: CommandGraderSpec): Promise<GraderReport> {
  const resultsFile = join(bench.results, "results");
  const run = await bench.run({ argv: spec.command, environment: { ROO_RESULTS: resultsFile } });
  return { exitCode: run.exitCode, tests: await read(spec, { run, bench, resultsFile }), output: run.output };
}

async function read(
  { results }: CommandGraderSpec,
  { run, bench, resultsFile }: { run: BenchRun; bench: Bench; resultsFile: string },
): Promise<GraderReport["tests"]> {
  const reported = existsSync(resultsFile) ? readFileSync(resultsFile, "utf8") : undefined;
  switch (results) {
    case "exit-code":
      return run.exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
    case "junit":
      return reported === undefined ? null : readJunit(reported);
    case "tap":
      return readTap(reported ?? run.output);
    case "reward":
      return readReward(reported ?? rewardInLogs(bench));
  }
}

/** Harbor's tests write it to `/logs/verifier`, which is mounted in the results folder. */
function rewardInLogs(bench: Bench): string {
  const found = ["reward.txt", "reward.json"]
    .map((name) => join(bench.results, "logs", "verifier", name))
    .find((file) => existsSync(file));
  return found === undefined ? "" : readFileSync(found, "utf8");
}
