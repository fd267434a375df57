import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandGraderSpec } from "../../exercise.ts";
import type { Bench, BenchRun } from "../bench.ts";
import { isSteering } from "../file-kinds.ts";
import type { Grader, GraderReport, LanguageFiles } from "../grader.ts";
import { readJunit } from "./junit-results.ts";
import { readReward } from "./reward-results.ts";
import { readTap } from "./tap-results.ts";

/** Of a language that we do not know: nothing that steers a build of any we do. */
const files: LanguageFiles = {
  isTest: () => false,
  isSolution: () => true,
  mayBeAdded: (path) => !isSteering(path),
};

/** A command that grades, and says in one of the usual ways what came of it. */
export function commandGrader(spec: CommandGraderSpec): Grader {
  return { files, check: async () => undefined, countTests: () => 0, grade: (bench) => grade(bench, spec) };
}

async function grade(bench: Bench, spec: CommandGraderSpec): Promise<GraderReport> {
  const resultsFile = join(bench.results, "results");
  const run = await bench.run({ words: spec.command, environment: { ROO_RESULTS: resultsFile } });
  return { exitCode: run.exitCode, tests: await read(spec, { run, bench, resultsFile }), output: run.output };
}

async function read(
  { results }: CommandGraderSpec,
  { run, bench, resultsFile }: { run: BenchRun; bench: Bench; resultsFile: string },
): Promise<GraderReport["tests"]> {
  const told = existsSync(resultsFile) ? readFileSync(resultsFile, "utf8") : undefined;
  switch (results) {
    case "exit-code":
      return run.exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
    case "junit":
      return told === undefined ? null : readJunit(told);
    case "tap":
      return readTap(told ?? run.output);
    case "reward":
      return readReward(told ?? rewardInLogs(bench));
  }
}

/** Where Harbor's tests write it: `/logs/verifier`, which lies among the results. */
function rewardInLogs(bench: Bench): string {
  const found = ["reward.txt", "reward.json"]
    .map((name) => join(bench.results, "logs", "verifier", name))
    .find((file) => existsSync(file));
  return found === undefined ? "" : readFileSync(found, "utf8");
}
