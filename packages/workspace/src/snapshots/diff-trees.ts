import type { FileDiff, SnapshotDiff } from "@roo-code/types";
import type { Git } from "./git-program.ts";

/** One path that differs between two trees. Modes are git's, `000000` if it does not exist. */
export interface TreeDifference {
  readonly path: string;
  readonly from: { readonly mode: string; readonly oid: string };
  readonly to: { readonly mode: string; readonly oid: string };
}

export const nothing = "000000";
const maxFiles = 2000;
const maxTotalText = 1024 * 1024;
const maxFileText = 64 * 1024;
const maxFilesWithText = 500;

export async function differences(git: Git, from: string, to: string): Promise<TreeDifference[]> {
  const options = ["-r", "-z", "--raw", "--no-renames", "--no-abbrev"];
  const raw = await git({ arguments: ["diff-tree", ...options, from, to], index: false });
  const fields = raw.toString("utf8").split("\0");
  const found: TreeDifference[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [fromMode = "", toMode = "", fromOid = "", toOid = ""] = (fields[at] ?? "").slice(1).split(" ");
    found.push({
      path: fields[at + 1] ?? "",
      from: { mode: fromMode, oid: fromOid },
      to: { mode: toMode, oid: toOid },
    });
  }
  return found;
}

/** With unified diffs, limited in size per file and in total. */
export async function diffTrees(git: Git, from: string, to: string): Promise<SnapshotDiff> {
  const found = await differences(git, from, to);
  const shown = found.slice(0, maxFiles);
  const texts = shown.length > 0 && found.length <= maxFilesWithText ? await patches(git, from, to) : [];
  let next = 0;
  const files = shown.map((difference): FileDiff => {
    // A file that became a link, or vice versa, has two diffs: a deletion and an addition.
    const own = texts.slice(next, next + (changesKind(difference) ? 2 : 1));
    next += changesKind(difference) ? 2 : 1;
    return { path: difference.path, change: changeOf(difference), ...bounded(own.join("")) };
  });
  return { files, isTruncated: found.length > shown.length };
}

async function patches(git: Git, from: string, to: string): Promise<string[]> {
  const options = ["-r", "-p", "--no-renames", "--no-color", "--no-ext-diff", "--no-textconv"];
  // Non-ASCII names stay readable.
  const command = ["-c", "core.quotePath=false", "diff-tree", ...options, from, to];
  const request = { arguments: command, maxOutput: maxTotalText, index: false } as const;
  const output = await git(request);
  const parts = `\n${output.toString("utf8")}`
    .split("\ndiff --git ")
    .slice(1)
    .map((part) => `diff --git ${part}\n`);
  // If git was stopped, the last diff is incomplete.
  return output.length > maxTotalText ? parts.slice(0, -1) : parts;
}

function bounded(text: string): Pick<FileDiff, "text" | "isCut"> {
  if (text === "") return {};
  if (text.length <= maxFileText) return { text };
  return { text: text.slice(0, text.lastIndexOf("\n", maxFileText - 1) + 1), isCut: true };
}

export function changeOf({ from, to }: TreeDifference): FileDiff["change"] {
  if (from.mode === nothing) return "added";
  return to.mode === nothing ? "deleted" : "changed";
}

function changesKind({ from, to }: TreeDifference): boolean {
  return from.mode !== nothing && to.mode !== nothing && from.mode.slice(0, 3) !== to.mode.slice(0, 3);
}
