import type { Bench } from "./bench.ts";
import { findProgram, readOutput } from "./find-program.ts";
import type { Grader, GraderReport, LanguageFiles } from "./grader.ts";
import { runTestRunner } from "./recorded-outcomes.ts";
import { countMatches, dataFile, isToolConfig } from "./source-files.ts";

const testFile = /(^|\/)(test_[^/]*|[^/]*_test)\.py$/;

/** May also contain test helpers. */
const testFolder = /(^|\/)tests?\//;

const pythonFiles: LanguageFiles = {
  isTest: (path) => testFile.test(path),
  isSolution: (path) => path.endsWith(".py") && !belongsToTests(path) && !isToolConfig(path),
  mayBeAdded: (path) => (path.endsWith(".py") || dataFile.test(path)) && !belongsToTests(path) && !isToolConfig(path),
};

export const pythonGrader: Grader = {
  files: pythonFiles,
  check: async () => void (await findPython()),
  countTests: (source) => countMatches(source, /^[ \t]+(?:async )?def test\w*\(/gm),
  grade,
};

async function grade(bench: Bench): Promise<GraderReport> {
  const python = await findPython();
  // -I: no environment variables, user modules or modules of the folder are loaded before our runner starts.
  return runTestRunner(bench, (inputFile) => ({
    argv: [python, "-I", "-B", bench.copyRunner("run_unittest.py"), inputFile],
  }));
}

let found: Promise<string> | undefined;

/** The interpreter itself: a shim would choose one by files in the folder. */
function findPython(): Promise<string> {
  found ??= (async () => {
    const program = findProgram("python3", "Install Python 3.");
    return readOutput(program, ["-c", "import sys; print(sys.executable)"]);
  })();
  return found;
}

function belongsToTests(path: string): boolean {
  return testFile.test(path) || testFolder.test(path);
}
