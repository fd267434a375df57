import type { CommandWords } from "./command-words.ts";

const valued = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env"]);

/** Why a call of git loses work that was not saved, or history; undefined when it does not. */
export function whyGitDestroys(all: CommandWords): string | undefined {
  const start = subcommandIndex(all);
  const subcommand = all.values[start];
  if (subcommand === undefined) return undefined;
  const check = destroys.get(subcommand);
  return check?.(all.after(start + 1));
}

function subcommandIndex({ values }: CommandWords): number {
  let index = 0;
  while (values[index]?.startsWith("-")) index += valued.has(values[index] ?? "") ? 2 : 1;
  return index;
}

type Check = (words: CommandWords) => string | undefined;

const when = (isSo: (words: CommandWords) => boolean, reason: string): Check => {
  return (words) => (isSo(words) ? reason : undefined);
};

const changes = "it throws changes away";
const history = "it throws history away";
const first = (words: CommandWords): string | undefined => words.values.find((value) => !value?.startsWith("-"));

const destroys: ReadonlyMap<string, Check> = new Map(
  Object.entries<Check>({
    reset: when((words) => words.has("--hard", "--merge", "--keep"), changes),
    clean: when((words) => !words.has("-n", "--dry-run"), "it removes files that git does not know"),
    checkout: when(isCheckoutOver, changes),
    "checkout-index": when((words) => words.has("-f", "--force"), changes),
    "read-tree": when((words) => words.has("--reset"), changes),
    switch: when((words) => words.has("-f", "--force", "--discard-changes", "-C"), changes),
    restore: when((words) => !words.has("-S", "--staged") || words.has("-W", "--worktree"), changes),
    branch: when((words) => words.has("-D") || (words.has("-d", "--delete") && words.has("-f", "--force")), history),
    push: when(
      (words) =>
        words.has("-f", "--force", "--force-with-lease", "--mirror", "--delete", "-d", "--prune") ||
        words.values.some((value) => value !== undefined && /^[+:]./.test(value)),
      "it overwrites what others have",
    ),
    stash: when((words) => ["drop", "clear"].includes(first(words) ?? ""), changes),
    reflog: when((words) => ["expire", "delete"].includes(first(words) ?? ""), history),
    "update-ref": when((words) => words.has("-d"), history),
    tag: when((words) => words.has("-d", "--delete"), history),
    gc: when((words) => words.values.some((value) => value?.startsWith("--prune")), history),
    prune: () => history,
    "filter-branch": () => history,
    "filter-repo": () => history,
    rm: when((words) => words.has("-f", "--force"), changes),
    worktree: when((words) => first(words) === "remove" && words.has("-f", "--force"), changes),
    submodule: when((words) => first(words) === "deinit" && words.has("-f", "--force"), changes),
  }),
);

/** Paths to be written over: after `--`, after a commit, or a single word that is one; a branch is left alone. */
function isCheckoutOver(words: CommandWords): boolean {
  const { values, operands } = words;
  const separator = values.indexOf("--");
  if (words.has("-f", "--force", "-B") || (separator >= 0 && separator < values.length - 1)) return true;
  if (words.has("-b", "--orphan", "-t", "--track", "--detach")) return false;
  return operands.length > 1 || operands.some((word) => isWhole.test(word.value ?? "") || words.isPath(word));
}

const isWhole = /^(\.|\.\/|\*|:\/|\.\.\/?)$/;
