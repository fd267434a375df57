import type { Bench } from "../bench.ts";
import type { Grader, GraderReport } from "../grader.ts";
import { runByOrder } from "../run-by-order.ts";
import { countMatches, withoutComments } from "../source-text.ts";
import { javaFiles } from "./java-files.ts";
import { findJava } from "./java-toolchain.ts";

export const javaGrader: Grader = {
  files: javaFiles,
  countTests: (source) =>
    countMatches(withoutComments(source), /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b/g),
  grade,
};

/** One virtual machine compiles and tests: starting three of them takes longer than most tests do. */
async function grade(bench: Bench): Promise<GraderReport> {
  const { java, libraries } = findJava();
  return runByOrder(bench, (order) => ({
    words: [java, "-XX:+UseSerialGC", "-Xmx1500m", "-classpath", libraries, bench.bring("GradeTests.java"), order],
  }));
}
