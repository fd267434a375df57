import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { toolchainMissing } from "./find-program.ts";
import type { Grader, GraderReport, LanguageFiles } from "./grader.ts";
import { runTestRunner } from "./recorded-outcomes.ts";
import { countMatches, dataFile, isToolConfig, withoutComments } from "./source-files.ts";

const sourceFile = /\.[cm]?js$/;
const testFile = /\.(spec|test)\.[cm]?js$/;

/** May also contain test helpers. */
const testFolder = /(^|\/)tests?\//;

const javascriptFiles: LanguageFiles = {
  isTest: (path) => testFile.test(path),
  isSolution: (path) => sourceFile.test(path) && !belongsToTests(path) && !isToolConfig(path),
  mayBeAdded: (path) => (sourceFile.test(path) || dataFile.test(path)) && !belongsToTests(path) && !isToolConfig(path),
};

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
  throw toolchainMissing(
    `Grading JavaScript needs Node 22.15 or newer; this is ${process.versions.node}.`,
    "Run roo with a newer Node.",
  );
}

async function grade(bench: Bench): Promise<GraderReport> {
  await check();
  const runner = join(bench.copyRunner("javascript"), "run-tests.mjs");
  return runTestRunner(bench, (inputFile) => ({ argv: [process.execPath, "--no-warnings", runner, inputFile] }));
}

function belongsToTests(path: string): boolean {
  return testFile.test(path) || testFolder.test(path);
}
