import { dataFile, isSteering } from "../file-kinds.ts";
import type { LanguageFiles } from "../grader.ts";

const testFolder = /^src\/test\//;

export const javaFiles: LanguageFiles = {
  isTest: (path) => /^src\/test\/java\/.*Tests?\.java$/.test(path),
  isSolution: (path) => /^src\/main\/java\/.*\.java$/.test(path) && !isSteering(path),
  mayBeAdded: (path) => (path.endsWith(".java") || dataFile.test(path)) && !testFolder.test(path) && !isSteering(path),
};
