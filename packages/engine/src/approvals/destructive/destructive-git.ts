import type { CommandArguments } from "./command-arguments.ts";

const optionsWithValue = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--exec-path",
  "--config-env",
]);

/** Why a git command loses uncommitted work or history; undefined if it does not. */
export function whyGitDestroys(all: CommandArguments): string | undefined {
  const start = subcommandIndex(all);
  const subcommand = all.values[start];
  if (subcommand === undefined) return undefined;
  const check = destroys.get(subcommand);
  return check?.(all.after(start + 1));
}

function subcommandIndex({ values }: CommandArguments): number {
  let index = 0;
  while (values[index]?.startsWith("-")) index += optionsWithValue.has(values[index] ?? "") ? 2 : 1;
  return index;
}

type Check = (words: CommandArguments) => string | undefined;

const when = (condition: (words: CommandArguments) => boolean, reason: string): Check => {
  return (words) => (condition(words) ? reason : undefined);
};

const changes = "discards uncommitted changes";
const history = "discards history";
const firstOperand = (words: CommandArguments): string | undefined =>
  words.values.find((value) => !value?.startsWith("-"));

const destroys: ReadonlyMap<string, Check> = new Map(
  Object.entries<Check>({
    reset: when((words) => words.has("--hard", "--merge", "--keep"), changes),
    clean: when((words) => !words.has("-n", "--dry-run"), "deletes untracked files"),
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
      "overwrites or deletes remote branches",
    ),
    stash: when((words) => ["drop", "clear"].includes(firstOperand(words) ?? ""), changes),
    reflog: when((words) => ["expire", "delete"].includes(firstOperand(words) ?? ""), history),
    "update-ref": when((words) => words.has("-d"), history),
    tag: when((words) => words.has("-d", "--delete"), history),
    gc: when((words) => words.values.some((value) => value?.startsWith("--prune")), history),
    prune: () => history,
    "filter-branch": () => history,
    "filter-repo": () => history,
    rm: when((words) => words.has("-f", "--force"), changes),
    worktree: when((words) => firstOperand(words) === "remove" && words.has("-f", "--force"), changes),
    submodule: when((words) => firstOperand(words) === "deinit" && words.has("-f", "--force"), changes),
  }),
);

/** Whether paths are overwritten: after `--`, after a commit, or a single word that is a path and not a branch. */
function isCheckoutOver(words: CommandArguments): boolean {
  const { values, operands } = words;
  const separator = values.indexOf("--");
  if (words.has("-f", "--force", "-B") || (separator >= 0 && separator < values.length - 1)) return true;
  if (words.has("-b", "--orphan", "-t", "--track", "--detach")) return false;
  return operands.length > 1 || operands.some((word) => wholeTree.test(word.value ?? "") || words.isPath(word));
}

const wholeTree = /^(\.|\.\/|\*|:\/|\.\.\/?)$/;
