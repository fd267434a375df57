import { textOf } from "../read-file.ts";
import { NoExercise } from "../suite-problem.ts";

const folders = [".docs", "docs"];
const files = ["introduction.md", "instructions.md", "instructions.append.md"];

/** Introduction, instructions and what the language adds, in that order. Hints are not told. */
export function readPrompt(folder: string): string {
  for (const docs of folders) {
    if (textOf(folder, docs, "instructions.md") === undefined) continue;
    return files.flatMap((file) => textOf(folder, docs, file)?.trim() ?? []).join("\n\n");
  }
  throw new NoExercise("", "It has no .docs/instructions.md.");
}
