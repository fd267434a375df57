import type { FileDiff, SnapshotDiff } from "@roo-code/types";

const mostFiles = 500;
const longestText = 200_000;

/**
 * What `git diff --raw -z --patch --no-renames` says: a list of files, then a patch for each in the same order. Lines
 * of content never begin as a patch does, so that no file can pretend to be another.
 */
export function parseDiff({ output, isCut }: { output: string; isCut: boolean }, prefix: string): SnapshotDiff {
  const border = output.indexOf("\0\0");
  const fields = output.slice(0, border === -1 ? output.length : border).split("\0");
  const patches = border === -1 ? [] : output.slice(border + 2).split(/^(?=diff --git )/m);
  const files: FileDiff[] = [];
  for (let at = 0; at + 1 < fields.length && files.length < mostFiles; at += 2) {
    const [letter, path = ""] = [fields[at]?.at(-1), fields[at + 1]];
    const text = patches[at / 2];
    // The last one may be cut off in the middle.
    const isWhole = text !== undefined && text.length <= longestText && !(isCut && at / 2 === patches.length - 1);
    if (path.startsWith(prefix))
      files.push({
        path: path.slice(prefix.length),
        change: letter === "A" ? "added" : letter === "D" ? "deleted" : "changed",
        ...(text !== undefined && { text: text.slice(0, longestText) }),
        ...(text !== undefined && !isWhole && { isCut: true }),
      });
  }
  return { files, isTruncated: fields.length / 2 > mostFiles || isCut };
}
