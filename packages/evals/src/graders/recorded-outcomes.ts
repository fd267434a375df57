import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench, BenchCommand } from "./bench.ts";
import type { GraderReport } from "./grader.ts";

/** Test outcomes written by our own code to a file, with a nonce that a solution does not know: `<nonce> <outcome> <test>`. */
interface RecordedOutcomes {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Whether the run reached its end. */
  readonly isComplete: boolean;
}

/** Each test counts once, by its worst outcome. */
export function readRecordedOutcomes(file: string, nonce: string): RecordedOutcomes {
  const outcomes = new Map<string, string>();
  let isComplete = false;
  for (const line of linesOf(file)) {
    const [mark, outcome = "", ...rest] = line.split(" ");
    if (mark !== nonce) continue;
    if (outcome === "done") isComplete = true;
    else outcomes.set(rest.join(" "), worse(outcomes.get(rest.join(" ")), outcome));
  }
  const count = (kind: string): number => [...outcomes.values()].filter((outcome) => outcome === kind).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped"), isComplete };
}

const fromBestToWorst = ["passed", "skipped", "failed"];

function worse(one: string | undefined, other: string): string {
  return fromBestToWorst.indexOf(one ?? "") > fromBestToWorst.indexOf(other) ? (one ?? other) : other;
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}

/**
 * Runs one of our test runners, which runs tests in its own process. It reads its input file, removes it, and only then
 * loads anything of the solution; at the end it writes the outcomes with the nonce of the input.
 */
export async function runTestRunner(bench: Bench, command: (inputFile: string) => BenchCommand): Promise<GraderReport> {
  const input = join(bench.results, "input");
  const results = join(bench.results, "outcomes");
  writeFileSync(input, [bench.nonce, results, bench.folder, bench.build, ...bench.tests, ""].join("\n"));
  const { exitCode, output } = await bench.run(command(input));
  const { isComplete, ...tests } = readRecordedOutcomes(results, bench.nonce);
  return { exitCode, tests: isComplete ? tests : null, output };
}
