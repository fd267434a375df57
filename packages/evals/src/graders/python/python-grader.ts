import { ask, findProgram } from "../find-program.ts";
import type { Bench } from "../bench.ts";
import type { Grader, GraderReport } from "../grader.ts";
import { runByOrder } from "../run-by-order.ts";
import { countMatches } from "../source-text.ts";
import { pythonFiles } from "./python-files.ts";

export const pythonGrader: Grader = {
  files: pythonFiles,
  check: async () => void (await findPython()),
  countTests: (source) => countMatches(source, /^[ \t]+(?:async )?def test\w*\(/gm),
  grade,
};

async function grade(bench: Bench): Promise<GraderReport> {
  const python = await findPython();
  // Isolated: no variable, no module of the user's and none of the folder's is loaded before ours has begun.
  return runByOrder(bench, (order) => ({ words: [python, "-I", "-B", bench.bring("run_unittest.py"), order] }));
}

let found: Promise<string> | undefined;

/** The interpreter itself: a shim would choose one by files in the folder. */
function findPython(): Promise<string> {
  found ??= (async () => {
    const program = findProgram("python3", "Install Python 3.");
    return ask(program, ["-c", "import sys; print(sys.executable)"]);
  })();
  return found;
}
