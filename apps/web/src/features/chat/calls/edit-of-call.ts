import { compareTexts, type DiffHunk, parseHunks } from "../../diff/diff-lines.ts";
import { textIn } from "./describe-call.ts";

/** The hunks of an edit: from the diff of its approval request, else from the call's input. */
export function editOfCall(input: unknown, shownDiff: string | undefined): DiffHunk[] {
  const shown = shownDiff === undefined ? [] : parseHunks(shownDiff);
  if (shown.length > 0) return shown;
  const before = textIn(input, "old_string", "search", "old_str", "old_text");
  if (before !== undefined)
    return compareTexts(before, textIn(input, "new_string", "replace", "new_str", "new_text") ?? "");
  const diff = textIn(input, "diff");
  if (diff !== undefined) return searchReplaceHunks(diff);
  const patch = textIn(input, "patch", "input");
  if (patch !== undefined) return patchHunks(patch);
  const content = textIn(input, "content");
  return content === undefined ? [] : compareTexts("", content);
}

/** `<<<<<<< SEARCH … ======= … >>>>>>> REPLACE` */
function searchReplaceHunks(diff: string): DiffHunk[] {
  const blocks = diff.matchAll(
    /<{5,} SEARCH[^\n]*\n(?::start_line:[^\n]*\n)?(?:-{5,}\n)?([\s\S]*?)\n?={5,}\n([\s\S]*?)\n?>{5,} REPLACE/g,
  );
  return [...blocks].flatMap(([, before = "", after = ""]) => compareTexts(`${before}\n`, `${after}\n`));
}

/** A patch without line numbers. */
function patchHunks(patch: string): DiffHunk[] {
  const lines = patch.split("\n").flatMap((line) => {
    const kind = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "same";
    if (line.startsWith("***") || line.startsWith("@@")) return [];
    return [{ kind, text: line.slice(1), oldLine: undefined, newLine: undefined } as const];
  });
  return lines.length > 0 ? [{ header: "", lines, source: patch }] : [];
}
