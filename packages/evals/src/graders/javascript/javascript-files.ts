import { dataFile, isSteering } from "../file-kinds.ts";
import type { LanguageFiles } from "../grader.ts";

const sourceFile = /\.[cm]?js$/;
const testFile = /\.(spec|test)\.[cm]?js$/;

/** Helpers of tests are among them. */
const testFolder = /(^|\/)tests?\//;

export const javascriptFiles: LanguageFiles = {
  isTest: (path) => testFile.test(path),
  isSolution: (path) => sourceFile.test(path) && !isOfTests(path) && !isSteering(path),
  mayBeAdded: (path) => (sourceFile.test(path) || dataFile.test(path)) && !isOfTests(path) && !isSteering(path),
};

function isOfTests(path: string): boolean {
  return testFile.test(path) || testFolder.test(path);
}
