import type { KnownCommand } from "./known-command.ts";
import { whyNotSed, whyNotUniq } from "./script-words.ts";

const reads = (name: string, dangerous = "", more: Partial<KnownCommand> = {}): KnownCommand => ({
  name,
  dangerous: dangerous.split(" ").filter(Boolean),
  isReadOnly: true,
  ...more,
});

const textOnly = { isTextOnly: true } as const;
const listing = (words: string) => ({ onlyWith: words.split(" ") });

const follows = (options: string) => ({ follows: options.split(" ") });

const ofGit =
  "--output --ext-diff --textconv --filters --show-signature --open-files-in-pager --exec-path --config-env";

/** Programs that only read, as long as none of their dangerous options is there. */
export const readingPrograms: readonly KnownCommand[] = [
  ...["echo", "true", "false", ":", "pwd", "basename", "dirname", "whoami", "uname", "exit", "sleep", "seq"].map(
    (name) => reads(name, "", textOnly),
  ),
  reads("printf", "-v", textOnly),
  reads("set", "", textOnly),
  reads("read", "", textOnly),
  reads("test", "", textOnly),
  reads("[", "", textOnly),
  reads("which", "", textOnly),
  reads("type", "", textOnly),
  reads("date", "-s --set -f --file", textOnly),
  reads("tr", "", textOnly),
  ...["cd", "cat", "head", "tail", "cut", "nl", "tac", "rev", "paste", "comm", "cmp", "fold", "expand"].map((name) =>
    reads(name),
  ),
  ...["realpath", "readlink", "stat", "df"].map((name) => reads(name)),
  ...["grep", "egrep", "fgrep"].map((name) => reads(name, "", follows("-R --dereference-recursive"))),
  ...["md5sum", "sha256sum", "sha1sum"].map((name) => reads(name, "", follows("-c --check"))),
  reads("ls", "", follows("-L -H --dereference")),
  reads("wc", "", follows("--files0-from")),
  reads("du", "", follows("-L -D -H --dereference --files0-from")),
  reads("jq", "", { ...follows("-L -f --from-file --slurpfile --rawfile"), whyNot: whyNotJq }),
  reads("id", "", textOnly),
  reads("uniq", "", { whyNotAll: whyNotUniq }),
  reads("sort", "-o --output -T --temporary-directory --compress-program", follows("--files0-from")),
  reads("diff", "-l --paginate", follows("-r --recursive")),
  reads("file", "-C --compile -z -Z --uncompress --uncompress-noreport", follows("-f --files-from -L")),
  reads("tree", "-o -R", follows("-l --fromfile")),
  reads("rg", "--pre --hostname-bin -z --search-zip --generate", follows("-L --follow")),
  reads("find", "", { ...follows("-L -follow"), whyNot: whyNotFind }),
  reads("fd", "-x -X -l --exec --exec-batch --list-details", follows("-L --follow")),
  reads("sed", "-i --in-place -f --file", { whyNotAll: whyNotSed }),
  ...["log", "status", "diff", "show", "blame", "shortlog", "rev-parse", "ls-files", "ls-tree", "describe"].map(
    (name) => reads(`git ${name}`, ofGit),
  ),
  ...["rev-list", "merge-base", "name-rev", "count-objects", "cat-file", "for-each-ref", "diff-tree"].map((name) =>
    reads(`git ${name}`, ofGit),
  ),
  reads("git grep", `${ofGit} -O`),
  reads(
    "git branch",
    ofGit,
    listing("-a -r -v -vv --all --remotes --list --show-current --verbose --merged --no-merged"),
  ),
  reads("git remote", ofGit, listing("-v --verbose")),
  reads("git tag", ofGit, listing("-l --list -n")),
  reads("git stash list", ofGit),
  reads("git worktree list", ofGit),
  reads("git config --get", `${ofGit} -f --file --blob`, textOnly),
  reads("git config --list", `${ofGit} -f --file --blob`, textOnly),
];

const writesOrRuns = /^-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|files0-from)$/;

function whyNotFind(value: string): string | undefined {
  return writesOrRuns.test(value) ? `find ${value} runs or writes something` : undefined;
}

function whyNotJq(value: string): string | undefined {
  return /\b(import|include)\b/.test(value) ? "jq reads other files" : undefined;
}
