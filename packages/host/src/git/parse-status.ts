import type { GitStatus } from "@roo-code/types/api";

type GitFile = GitStatus["files"][number];

/** What `git status --porcelain=v2 --branch -z` says. `prefix` is where the folder is in the repository: empty, or with a `/` at its end. */
export function parseStatus(output: string, prefix: string): GitStatus {
  const status = { branch: null as string | null, upstream: null as string | null, ahead: 0, behind: 0 };
  const files: GitFile[] = [];
  const fields = output.split("\0");
  for (let field = fields.shift(); field !== undefined; field = fields.shift()) {
    const [kind = "", ...words] = field.split(" ");
    if (kind === "#") {
      const [name, ...values] = words;
      if (name === "branch.head" && values[0] !== "(detached)") status.branch = values.join(" ");
      if (name === "branch.upstream") status.upstream = values.join(" ");
      if (name === "branch.ab")
        [status.ahead, status.behind] = [Math.abs(Number(values[0])), Math.abs(Number(values[1]))];
    }
    const file = fileOf(kind, words);
    // Where it was before follows a file that was renamed.
    if (kind === "2") fields.shift();
    if (file?.path.startsWith(prefix)) files.push({ ...file, path: file.path.slice(prefix.length) });
  }
  return { ...status, files };
}

/** How many words stand before the path. */
const wordsBefore: Readonly<Record<string, number>> = { "1": 7, "2": 8, u: 9, "?": 0 };

function fileOf(kind: string, words: readonly string[]): GitFile | undefined {
  const before = wordsBefore[kind];
  if (before === undefined) return undefined;
  const path = words.slice(before).join(" ");
  if (kind === "?") return { path, state: "untracked", isStaged: false };
  if (kind === "u") return { path, state: "conflicted", isStaged: false };
  const [index = ".", tree = "."] = words[0] ?? "";
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
