import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import type { Bench } from "./bench.ts";
import { fillGoCache, findGo, goEnvironment } from "./go-toolchain.ts";
import { countGoTests, instrumentGoTests } from "./instrument-go.ts";
import type { Grader, GraderReport, LanguageFiles } from "./grader.ts";
import { dataFile, isToolConfig } from "./source-files.ts";
import { readRecordedOutcomes } from "./recorded-outcomes.ts";

const goFiles: LanguageFiles = {
  isTest: (path) => path.endsWith("_test.go"),
  isSolution: (path) => path.endsWith(".go") && !path.endsWith("_test.go"),
  // No assembly and no C.
  mayBeAdded: (path) => (path.endsWith(".go") || dataFile.test(path)) && !isToolConfig(path),
};

export const goGrader: Grader = {
  files: goFiles,
  check: async () => void (await findGo()),
  countTests: countGoTests,
  grade,
};

async function grade(bench: Bench): Promise<GraderReport> {
  const toolchain = await findGo();
  const resultsFile = join(bench.results, "outcomes");
  const sources = new Map(bench.tests.map((path) => [path, readFileSync(join(bench.folder, path), "utf8")]));
  const { files, uninstrumented } = instrumentGoTests(sources, { nonce: bench.nonce, resultsFile });
  for (const [path, text] of files) writeFileSync(join(bench.folder, path), text);
  const goCache = join(bench.build, "cache");
  await fillGoCache(toolchain, { cache: bench.cache, into: goCache });
  const packages = [...new Set(bench.tests.map((path) => `./${dirname(path)}`))];
  const outputFile = join(bench.results, "events");
  const run = await bench.run({
    argv: [toolchain.program, "test", "-json", "-count=1", "-vet=off", "-ldflags=-s -w", ...packages],
    environment: { ...goEnvironment, GOCACHE: goCache },
    outputFile,
  });
  const { output, ...reported } = readGoResults(readFileSync(outputFile, "utf8"));
  const recorded = readRecordedOutcomes(resultsFile, bench.nonce);
  return {
    exitCode: run.exitCode,
    tests: {
      passed: Math.min(reported.passed, recorded.passed + uninstrumented),
      failed: Math.max(reported.failed, recorded.failed),
      skipped: Math.max(reported.skipped, recorded.skipped),
    },
    output: `${output}${run.output}`,
  };
}

const eventSchema = z.object({
  Action: z.string(),
  Test: z.string().optional(),
  Output: z.string().optional(),
});

interface GoResults {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Printed text, except that of passed tests. */
  readonly output: string;
}

/** Parses `go test -json`. Subtests are part of their test. */
export function readGoResults(text: string): GoResults {
  const events = text.split("\n").map(parseEvent);
  const outcomes = events.filter(({ Test }) => Test !== undefined && !Test.includes("/")).map(({ Action }) => Action);
  const count = (action: string): number => outcomes.filter((outcome) => outcome === action).length;
  const passed = new Set(events.filter(({ Action }) => Action === "pass").map(({ Test }) => Test));
  return {
    passed: count("pass"),
    failed: count("fail"),
    skipped: count("skip"),
    output: events
      .filter(({ Test }) => Test === undefined || !passed.has(Test))
      .map(({ Output = "" }) => Output)
      .join(""),
  };
}

/** Lines that are not events come from the compiler. */
function parseEvent(line: string): z.infer<typeof eventSchema> {
  try {
    const parsed = eventSchema.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: the compiler's output.
  }
  return { Action: "output", Output: `${line}\n` };
}
