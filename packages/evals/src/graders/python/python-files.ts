import { dataFile, isSteering } from "../file-kinds.ts";
import type { LanguageFiles } from "../grader.ts";

const testFile = /(^|\/)(test_[^/]*|[^/]*_test)\.py$/;

/** Helpers of tests are among them. */
const testFolder = /(^|\/)tests?\//;

export const pythonFiles: LanguageFiles = {
  isTest: (path) => testFile.test(path),
  isSolution: (path) => path.endsWith(".py") && !isOfTests(path) && !isSteering(path),
  mayBeAdded: (path) => (path.endsWith(".py") || dataFile.test(path)) && !isOfTests(path) && !isSteering(path),
};

function isOfTests(path: string): boolean {
  return testFile.test(path) || testFolder.test(path);
}
