import { dataFile, isSteering } from "../file-kinds.ts";
import type { LanguageFiles } from "../grader.ts";

const sourceFile = /\.[cm]?js$/;
const testFile = /\.(spec|test)\.[cm]?js$/;

export const javascriptFiles: LanguageFiles = {
  isTest: (path) => testFile.test(path),
  isSolution: (path) => sourceFile.test(path) && !testFile.test(path) && !isSteering(path),
  mayBeAdded: (path) => (sourceFile.test(path) || dataFile.test(path)) && !testFile.test(path) && !isSteering(path),
};
