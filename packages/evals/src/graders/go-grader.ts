import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Bench } from "./bench.ts";
import { readGoResults } from "./go-results.ts";
import { fillGoCache, findGo, goEnvironment } from "./go-toolchain.ts";
import type { Grader, GraderReport, LanguageFiles } from "./grader.ts";
import { countGoTests, instrumentGoTests } from "./instrument-go.ts";
import { readRecordedOutcomes } from "./recorded-outcomes.ts";
import { dataFile, isToolConfig } from "./source-files.ts";

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
