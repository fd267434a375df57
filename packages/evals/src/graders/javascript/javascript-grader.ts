import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { missing } from "../find-program.ts";
import type { Grader, GraderReport } from "../grader.ts";
import { runByOrder } from "../run-by-order.ts";
import { countMatches, withoutComments } from "../source-text.ts";
import { javascriptFiles } from "./javascript-files.ts";

export const javascriptGrader: Grader = {
  files: javascriptFiles,
  check,
  countTests: (source) =>
    countMatches(withoutComments(source), /(?<![\w.$])x?(?:test|it)(?:\.(?:only|skip|each))?\s*[(`]/g),
  grade,
};

async function check(): Promise<void> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 15)) return;
  throw missing(
    `JavaScript is graded with Node 22.15 or newer; this is ${process.versions.node}.`,
    "Run roo with a newer Node.",
  );
}

async function grade(bench: Bench): Promise<GraderReport> {
  await check();
  const runner = join(bench.bring("javascript"), "run-tests.mjs");
  return runByOrder(bench, (order) => ({ words: [process.execPath, "--no-warnings", runner, order] }));
}
