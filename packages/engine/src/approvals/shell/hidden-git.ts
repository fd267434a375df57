import type { ShellWord } from "./shell-word.ts";

/** Without `--git-dir`: the settings of another folder are not protected. */
const harmless =
  /^(-p|-P|--paginate|--no-pager|--no-replace-objects|--literal-pathspecs|--no-optional-locks|--no-advice|--version|--help|-v|-h)$/;

/** Any other word may be an alias, or a program `git-…`. */
const subcommands: ReadonlySet<string> = new Set(
  `add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore check-mailmap check-ref-format
  checkout checkout-index cherry cherry-pick clean clone commit commit-graph commit-tree config count-objects describe diff
  diff-files diff-index diff-tree fast-export fetch for-each-ref format-patch fsck gc grep hash-object help init
  interpret-trailers log ls-files ls-remote ls-tree maintenance merge merge-base merge-file merge-tree mktag mktree mv name-rev
  notes pack-objects pack-refs patch-id prune pull push range-diff read-tree rebase reflog remote repack replace reset restore
  rev-list rev-parse revert rm shortlog show show-branch show-ref sparse-checkout stage stash status stripspace submodule switch
  symbolic-ref tag unpack-objects update-index update-ref verify-commit verify-pack verify-tag version whatchanged worktree
  write-tree`
    .split(/\s+/)
    .filter(Boolean),
);

/** Settings that name no program. */
export const harmlessGitKey =
  /^(user\.(name|email)|init\.defaultbranch|color\..*|advice\..*|core\.(autocrlf|quotepath)|pull\.rebase|safe\.directory)$/i;

/** Why git may run an unknown program: an alias, a helper, or one named by an option. */
export function hiddenGit(args: readonly ShellWord[]): string | undefined {
  let index = 0;
  for (; index < args.length; index += 1) {
    const value = args[index]?.value;
    if (value === undefined) return "has arguments that are known only at run time";
    if (!value.startsWith("-")) break;
    const isSetting = value === "-c" && harmlessGitKey.test(args[index + 1]?.value?.split("=")[0] ?? "");
    if (value === "-C" || isSetting) index += 1;
    else if (!harmless.test(value)) return `${value} may name a program to run`;
  }
  const subcommand = args[index]?.value;
  if (subcommand === undefined) return undefined;
  if (!subcommands.has(subcommand)) return `${subcommand} may be an alias or a program`;
  const runsProgram = args.slice(index + 1).some((word) => mayRun(subcommand, word));
  return runsProgram ? `${subcommand} runs programs named by its options` : undefined;
}

const textFilters = /^--(ext|textc)/;
/** Long options may be abbreviated. */
const connecting = /^--(up|exe|rec)\w*|^ext::|^-u./;
const running: ReadonlyMap<string, RegExp> = new Map([
  ["bisect", /^run$/],
  ["submodule", /^(foreach|update|add)$|^ext::/],
  ["rebase", /^-[a-z]*x|^--ex/],
  ["grep", /^-[a-z]*O|^--ope/],
  ["clone", /^-c|^-u|^--(conf|up|templ)|^ext::/],
  ["init", /^--templ/],
  ["archive", /^--(exe|rem)/],
  ["fetch", connecting],
  ["pull", connecting],
  ["ls-remote", connecting],
  ["push", /^--(rec|exe)|^ext::/],
  ["remote", /ext::/],
  ["config", /^!|^alias\.|pager|editor|command|hookspath|fsmonitor|textconv|helper|\.cmd|program/i],
]);

function mayRun(subcommand: string, { value, start, isSplit }: ShellWord): boolean {
  const pattern = running.get(subcommand) ?? textFilters;
  if (value === undefined) return (isSplit && start === "" && running.has(subcommand)) || pattern.test(start);
  return pattern.test(value);
}
