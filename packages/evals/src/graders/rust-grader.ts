import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { RooError } from "@roo-code/types";
import type { Bench } from "./bench.ts";
import { findProgram, readOutput, toolchainMissing } from "./find-program.ts";
import type { Grader, GraderReport } from "./grader.ts";
import { countRustTests, instrumentRustTests } from "./instrument-rust.ts";
import { readRecordedOutcomes } from "./recorded-outcomes.ts";
import { refuseMissingCrates, rustFiles } from "./rust-manifest.ts";

export const rustGrader: Grader = {
  files: rustFiles,
  check: async () => void (await findRust()),
  countTests: countRustTests,
  grade,
};

async function grade(bench: Bench): Promise<GraderReport> {
  const toolchain = await findRust();
  const resultsFile = join(bench.results, "outcomes");
  let uninstrumented = 0;
  for (const path of bench.tests) {
    const file = join(bench.folder, path);
    const instrumented = instrumentRustTests(readFileSync(file, "utf8"), {
      nonce: bench.nonce,
      resultsFile,
      prefix: `${path}:`,
    });
    writeFileSync(file, instrumented.source);
    uninstrumented += instrumented.uninstrumented;
  }
  const outputFile = join(bench.results, "printed");
  const targets = bench.tests.flatMap((path) => ["--test", basename(path, ".rs")]);
  const run = await bench.run({
    argv: [
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
  const reported = readRustResults(printed);
  const recorded = readRecordedOutcomes(resultsFile, bench.nonce);
  refuseMissingCrates(run.output, readFileSync(join(bench.pristine, "Cargo.toml"), "utf8"));
  const isBuilt = /^running \d+ tests?$/m.test(printed);
  return {
    exitCode: run.exitCode,
    tests: isBuilt
      ? {
          passed: Math.min(reported.passed, recorded.passed + uninstrumented),
          failed: reported.failed,
          skipped: reported.skipped,
        }
      : null,
    output: `${run.output}${printed}`,
  };
}

/**
 * Parses the output of `cargo test`: `test sums - should panic ... ok`.
 * @internal
 */
export function readRustResults(text: string): { passed: number; failed: number; skipped: number } {
  const outcomes = [...text.matchAll(/^test \S+(?: - should panic)? \.\.\. (ok|FAILED|ignored)/gm)].map(
    ([, outcome]) => outcome,
  );
  const count = (kind: string): number => outcomes.filter((outcome) => outcome === kind).length;
  return { passed: count("ok"), failed: count("FAILED"), skipped: count("ignored") };
}

interface RustToolchain {
  readonly cargo: string;
  /** Added to the PATH, which does not include rustup's toolchains. */
  readonly folder: string;
}

let found: Promise<RustToolchain> | undefined;

function findRust(): Promise<RustToolchain> {
  found ??= locateRust();
  return found;
}

/**
 * The toolchain's own programs: rustup's would choose a toolchain by files in the folder, and write to the home folder.
 * @internal
 */
export async function locateRust(): Promise<RustToolchain> {
  const hint = "Install Rust, such as Debian's cargo.";
  const cargo = findProgram("cargo", hint);
  const folder = join(await readOutput(findProgram("rustc", hint), ["--print", "sysroot"]).catch(explainRustup), "bin");
  const own = join(folder, "cargo");
  return { cargo: existsSync(own) ? own : cargo, folder };
}

/** rustup is installed without a default toolchain. */
function explainRustup(error: unknown): never {
  if (error instanceof RooError && /no default is configured|rustup default/.test(error.message))
    throw toolchainMissing("Rust: rustup has no default toolchain.", "Run: rustup default stable");
  throw error;
}
