import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { missing } from "../find-program.ts";
import type { Grader, GraderReport } from "../grader.ts";
import { runByOrder } from "../run-by-order.ts";
import { countMatches, withoutComments } from "../source-text.ts";
import { javaFiles } from "./java-files.ts";
import { findJava } from "./java-toolchain.ts";

export const javaGrader: Grader = {
  files: javaFiles,
  check: async () => void findJava(),
  countTests: (source) =>
    countMatches(withoutComments(source), /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b/g),
  grade,
};

/** Quick to start: most tests are over before more compiling would pay. */
const flags = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1500m"];

/** One virtual machine compiles and tests: starting three of them takes longer than most tests do. */
async function grade(bench: Bench): Promise<GraderReport> {
  const { java, libraries } = findJava();
  const report = await runByOrder(bench, (order) => ({
    words: [java, ...flags, "-classpath", libraries, bench.bring("GradeTests.java"), order],
  }));
  if (report.exitCode === notCompiled) refuseMissingLibraries(report.output, bench);
  return report;
}

const notCompiled = 3;

/** Throws `RooError` `toolchain_missing` when a library is not there that the tests themselves are written with. */
function refuseMissingLibraries(output: string, bench: Bench): void {
  const tests = bench.tests.map((path) => readFileSync(join(bench.pristine, path), "utf8")).join("\n");
  const absent = [...output.matchAll(/package ([\w.]+) does not exist/g)].map(([, name = ""]) => name);
  const library = absent.find((name) =>
    new RegExp(String.raw`^import (static )?${name.replaceAll(".", "\\.")}\.`, "m").test(tests),
  );
  if (library === undefined) return;
  throw missing(
    `The Java library with the package ${library} is not on this machine, and the tests need it.`,
    "Put its jar into a folder with JUnit's, and name that in ROO_JAVA_LIBRARIES.",
  );
}
