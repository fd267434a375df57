import type { FileDiff, SnapshotDiff } from "@roo-code/types";
import type { GitStatus } from "@roo-code/types/api";

type GitFile = GitStatus["files"][number];

/** Parses `git status --porcelain=v2 --branch -z`. `prefix` is the folder's path in the repository: empty, or ending with `/`. */
export function parseStatus(output: string, prefix: string): GitStatus {
  const status = { branch: null as string | null, upstream: null as string | null, ahead: 0, behind: 0 };
  const files: GitFile[] = [];
  const entries = output.split("\0");
  for (let entry = entries.shift(); entry !== undefined; entry = entries.shift()) {
    const [kind = "", ...fields] = entry.split(" ");
    if (kind === "#") {
      const [name, ...values] = fields;
      if (name === "branch.head" && values[0] !== "(detached)") status.branch = values.join(" ");
      if (name === "branch.upstream") status.upstream = values.join(" ");
      if (name === "branch.ab")
        [status.ahead, status.behind] = [Math.abs(Number(values[0])), Math.abs(Number(values[1]))];
    }
    const file = fileOf(kind, fields);
    // A renamed file is followed by its old name.
    if (kind === "2") entries.shift();
    if (file?.path.startsWith(prefix)) files.push({ ...file, path: file.path.slice(prefix.length) });
  }
  return { ...status, files };
}

/** The number of fields before the path. */
const fieldsBefore: Readonly<Record<string, number>> = { "1": 7, "2": 8, u: 9, "?": 0 };

function fileOf(kind: string, fields: readonly string[]): GitFile | undefined {
  const before = fieldsBefore[kind];
  if (before === undefined) return undefined;
  const path = fields.slice(before).join(" ");
  if (kind === "?") return { path, state: "untracked", isStaged: false };
  if (kind === "u") return { path, state: "conflicted", isStaged: false };
  const [index = ".", tree = "."] = fields[0] ?? "";
  const letters = tree === "." ? index : tree;
  return {
    path,
    state: stateOf(kind === "2" ? "R" : index === "A" && tree !== "D" ? "A" : letters),
    isStaged: index !== ".",
  };
}

function stateOf(letter: string): GitFile["state"] {
  if (letter === "A") return "added";
  if (letter === "D") return "deleted";
  return letter === "R" ? "renamed" : "changed";
}

const maxFiles = 500;
const maxText = 200_000;

/**
 * Parses `git diff --raw -z --patch --no-renames`: a list of files, then a patch for each in the same order. Lines of
 * content never begin like a patch, so no file can imitate another.
 */
export function parseDiff({ output, isCut }: { output: string; isCut: boolean }, prefix: string): SnapshotDiff {
  const border = output.indexOf("\0\0");
  const fields = output.slice(0, border === -1 ? output.length : border).split("\0");
  const patches = border === -1 ? [] : output.slice(border + 2).split(/^(?=diff --git )/m);
  const files: FileDiff[] = [];
  for (let at = 0; at + 1 < fields.length && files.length < maxFiles; at += 2) {
    const [letter, path = ""] = [fields[at]?.at(-1), fields[at + 1]];
    const text = patches[at / 2];
    // The last one may be truncated.
    const isWhole = text !== undefined && text.length <= maxText && !(isCut && at / 2 === patches.length - 1);
    if (path.startsWith(prefix))
      files.push({
        path: path.slice(prefix.length),
        change: letter === "A" ? "added" : letter === "D" ? "deleted" : "changed",
        text: text?.slice(0, maxText),
        isCut: text !== undefined && !isWhole ? true : undefined,
      });
  }
  return { files, isTruncated: fields.length / 2 > maxFiles || isCut };
}
