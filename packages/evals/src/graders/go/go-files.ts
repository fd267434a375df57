import { dataFile, isSteering } from "../file-kinds.ts";
import type { LanguageFiles } from "../grader.ts";

export const goFiles: LanguageFiles = {
  isTest: (path) => path.endsWith("_test.go"),
  isSolution: (path) => path.endsWith(".go") && !path.endsWith("_test.go"),
  // No assembly and no C: what is not Go is not seen by the compiler.
  mayBeAdded: (path) => (path.endsWith(".go") || dataFile.test(path)) && !isSteering(path),
};
