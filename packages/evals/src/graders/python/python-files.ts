import { dataFile, isSteering } from "../file-kinds.ts";
import type { LanguageFiles } from "../grader.ts";

const testFile = /(^|\/)(test_[^/]*|[^/]*_test)\.py$/;

export const pythonFiles: LanguageFiles = {
  isTest: (path) => testFile.test(path),
  isSolution: (path) => path.endsWith(".py") && !testFile.test(path) && !isSteering(path),
  mayBeAdded: (path) => (path.endsWith(".py") || dataFile.test(path)) && !testFile.test(path) && !isSteering(path),
};
