import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Bench } from "../bench.ts";
import type { Grader, GraderReport } from "../grader.ts";
import { readWitness } from "../witness.ts";
import { goFiles } from "./go-files.ts";
import { readGoResults } from "./go-results.ts";
import { fillGoCache, findGo, goEnvironment } from "./go-toolchain.ts";
import { countGoTests, witnessGoTests } from "./go-witness.ts";

export const goGrader: Grader = {
  files: goFiles,
  check: async () => void (await findGo()),
  countTests: countGoTests,
  grade,
};

async function grade(bench: Bench): Promise<GraderReport> {
  const toolchain = await findGo();
  const resultsFile = join(bench.results, "witness");
  const sources = new Map(bench.tests.map((path) => [path, readFileSync(join(bench.folder, path), "utf8")]));
  const { files, unwitnessed } = witnessGoTests(sources, { nonce: bench.nonce, resultsFile });
  for (const [path, text] of files) writeFileSync(join(bench.folder, path), text);
  const goCache = join(bench.build, "cache");
  await fillGoCache(toolchain, { cache: bench.cache, into: goCache });
  const packages = [...new Set(bench.tests.map((path) => `./${dirname(path)}`))];
  const outputFile = join(bench.results, "events");
  const run = await bench.run({
    words: [toolchain.program, "test", "-json", "-count=1", "-vet=off", "-ldflags=-s -w", ...packages],
    environment: { ...goEnvironment, GOCACHE: goCache },
    outputFile,
  });
  const { output, ...told } = readGoResults(readFileSync(outputFile, "utf8"));
  const seen = readWitness(resultsFile, bench.nonce);
  return {
    exitCode: run.exitCode,
    tests: {
      passed: Math.min(told.passed, seen.passed + unwitnessed),
      failed: Math.max(told.failed, seen.failed),
      skipped: Math.max(told.skipped, seen.skipped),
    },
    output: `${output}${run.output}`,
  };
}
