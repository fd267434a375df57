import { readFileSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import type { Bench } from "../bench.ts";
import type { Grader, GraderReport } from "../grader.ts";
import { readWitness } from "../witness.ts";
import { refuseMissingCrates } from "./missing-crates.ts";
import { rustFiles } from "./rust-files.ts";
import { readRustResults } from "./rust-results.ts";
import { findRust } from "./rust-toolchain.ts";
import { countRustTests, witnessRustTests } from "./rust-witness.ts";

export const rustGrader: Grader = {
  files: rustFiles,
  check: async () => void (await findRust()),
  countTests: countRustTests,
  grade,
};

async function grade(bench: Bench): Promise<GraderReport> {
  const toolchain = await findRust();
  const resultsFile = join(bench.results, "witness");
  let unwitnessed = 0;
  for (const path of bench.tests) {
    const file = join(bench.folder, path);
    const watched = witnessRustTests(readFileSync(file, "utf8"), {
      nonce: bench.nonce,
      resultsFile,
      prefix: `${path}:`,
    });
    writeFileSync(file, watched.source);
    unwitnessed += watched.unwitnessed;
  }
  const outputFile = join(bench.results, "printed");
  const targets = bench.tests.flatMap((path) => ["--test", basename(path, ".rs")]);
  const run = await bench.run({
    words: [
      toolchain.cargo,
      "test",
      "--offline",
      "--no-fail-fast",
      ...(bench.release ? ["--release"] : []),
      ...targets,
      "--",
      "--include-ignored",
    ],
    environment: {
      PATH: [toolchain.folder, process.env["PATH"] ?? ""].join(delimiter),
      CARGO_TARGET_DIR: join(bench.build, "target"),
      CARGO_INCREMENTAL: "0",
      CARGO_PROFILE_DEV_DEBUG: "0",
      CARGO_TERM_COLOR: "never",
      RUSTC_WRAPPER: "",
      RUSTFLAGS: "",
    },
    outputFile,
  });
  const printed = readFileSync(outputFile, "utf8");
  const told = readRustResults(printed);
  const seen = readWitness(resultsFile, bench.nonce);
  refuseMissingCrates(run.output, readFileSync(join(bench.pristine, "Cargo.toml"), "utf8"));
  const isBuilt = /^running \d+ tests?$/m.test(printed);
  return {
    exitCode: run.exitCode,
    tests: isBuilt
      ? { passed: Math.min(told.passed, seen.passed + unwitnessed), failed: told.failed, skipped: told.skipped }
      : null,
    output: `${run.output}${printed}`,
  };
}
