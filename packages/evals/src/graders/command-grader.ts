import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandGraderSpec } from "../exercise.ts";
import type { Bench, BenchRun } from "./bench.ts";
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

/** JUnit XML, as most test runners write it. null when it is not well-formed or has no test. */
export async function readJunit(text: string): Promise<GraderReport["tests"]> {
  const { SaxesParser } = await import("saxes");
  const tests: { outcome: "passed" | "failed" | "skipped" }[] = [];
  const parser = new SaxesParser();
  let isBroken = false;
  parser.on("error", () => {
    isBroken = true;
  });
  parser.on("opentag", ({ name }) => {
    const current = tests.at(-1);
    if (name === "testcase") tests.push({ outcome: "passed" });
    else if (current && (name === "failure" || name === "error")) current.outcome = "failed";
    else if (current && name === "skipped" && current.outcome === "passed") current.outcome = "skipped";
  });
  parser.write(text).close();
  if (isBroken || tests.length === 0) return null;
  const count = (kind: string): number => tests.filter(({ outcome }) => outcome === kind).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

const point = /^(not )?ok\b(.*)$/;
const skippedOrTodo = /#\s*(skip|todo)/i;

/** The Test Anything Protocol. Indented lines are subtests; a plan that was not met is a failure. */
export function readTap(text: string): GraderReport["tests"] {
  const points = text.split("\n").flatMap((line) => {
    const found = point.exec(line);
    return found ? [{ isOk: found[1] === undefined, isSkipped: skippedOrTodo.test(found[2] ?? "") }] : [];
  });
  if (points.length === 0) return null;
  const skipped = points.filter(({ isSkipped }) => isSkipped).length;
  const passed = points.filter(({ isOk, isSkipped }) => isOk && !isSkipped).length;
  const planned = Number(/^1\.\.(\d+)/m.exec(text)?.[1] ?? points.length);
  const isBroken = planned !== points.length || /^Bail out!/m.test(text);
  return { passed, failed: points.length - skipped - passed + (isBroken ? 1 : 0), skipped };
}

/** A number, or JSON with numbers: 1 passes, anything less fails. */
export function readReward(text: string): GraderReport["tests"] {
  const rewards = numbersIn(text.trim());
  if (rewards.length === 0) return null;
  const passed = rewards.filter((reward) => reward >= 1).length;
  return { passed, failed: rewards.length - passed, skipped: 0 };
}

function numbersIn(text: string): readonly number[] {
  if (text === "") return [];
  try {
    const parsed: unknown = JSON.parse(text);
    const values: readonly unknown[] = typeof parsed === "object" && parsed !== null ? Object.values(parsed) : [parsed];
    return values.filter((value) => typeof value === "number");
  } catch {
    return [];
  }
}
