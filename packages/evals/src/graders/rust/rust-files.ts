import { dataFile, isSteering } from "../file-kinds.ts";
import type { LanguageFiles } from "../grader.ts";
import { mergeManifest } from "./merge-manifest.ts";

const testFolders = /^(tests|benches|examples)\//;

export const rustFiles: LanguageFiles = {
  isTest: (path) => /^tests\/[^/]+\.rs$/.test(path),
  isSolution: (path) => path.startsWith("src/") || path === "Cargo.toml",
  mayBeAdded: (path) => (path.endsWith(".rs") || dataFile.test(path)) && !testFolders.test(path) && !isSteering(path),
  merge: (path, versions) => (path === "Cargo.toml" ? mergeManifest(versions) : undefined),
};
