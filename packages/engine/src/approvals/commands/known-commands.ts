import type { ShellWord } from "../shell/shell-word.ts";
import type { KnownCommand } from "./known-command.ts";
import { whyNotAwk, whyNotSed, whyNotUniq } from "./unsafe-scripts.ts";

const runs = (name: string, dangerous: string, more: Partial<KnownCommand> = {}): KnownCommand => ({
  name,
  dangerous: dangerous.split(" ").filter(Boolean),
  isReadOnly: false,
  ...more,
});

const everything = (reason: string) => ({ whyNot: () => reason });

/** Programs with options that make them do something else. A rule with `*` covers such an option only if it names it. */
const dangerousPrograms: readonly KnownCommand[] = [
  runs(
    "git",
    "-c -C --config-env --exec-path --git-dir --work-tree --output --ext-diff --upload-pack --receive-pack -O --exec --open-files-in-pager -x",
    { whyNot: whyNotGit },
  ),
  ...["awk", "gawk", "mawk", "nawk"].map((name) =>
    runs(name, "-f -i -l -E -o -p -d -D --file --include --load --exec --pretty-print --profile", {
      whyNot: whyNotAwk,
    }),
  ),
  runs(
    "tar",
    "--checkpoint-action --to-command -I --use-compress-program --rmt-command --rsh-command -F --info-script --new-volume-script",
  ),
  runs("ssh", "-o -F -E -S -L -R -D -w -W -I"),
  runs("scp", "-o -F -S -D -i"),
  runs("sftp", "-o -F -S -D -b"),
  runs("rsync", "-e --rsh --rsync-path --delete --remove-source-files --config --write-batch --log-file"),
  runs(
    "curl",
    "-o -O -K -D -c -T --output --remote-name --remote-name-all --config --dump-header --cookie-jar --upload-file --output-dir --libcurl --trace --stderr --create-dirs",
  ),
  runs(
    "wget",
    "-O -o -a -i -e -P -U --output-document --output-file --execute --use-askpass --post-file --directory-prefix --config",
  ),
  runs("zip", "-T -TT --unzip-command -m --move"),
  runs("gcc", "-o -wrapper -specs -B -fplugin"),
  runs("go", "-exec -toolexec -vettool -o -modfile -overlay"),
  runs("cargo", "--config -Z -C --manifest-path"),
  runs("make", "-f -C --file --makefile --directory --eval -E SHELL"),
  runs("node", "-e -p -r --eval --print --require --import --loader --experimental-loader -c"),
  runs("python", "-c -m"),
  runs("python3", "-c -m"),
  runs("perl", "-e -E -i -n -p -M"),
  runs("ruby", "-e -i -r"),
  runs("less", "-o -O --log-file +"),
  runs("man", "-P -H --pager --html"),
  runs("vim", "-c -S + --cmd"),
  runs("docker", "-v --volume --mount --privileged --entrypoint -H --host"),
  runs("xargs", "", everything("xargs runs its input")),
  runs("parallel", "", everything("parallel runs its input")),
];

const runsFromGit =
  /^(foreach|run|difftool|mergetool|filter-branch|daemon|ext::.*|alias\..*|.*(pager|editor|sshcommand|hookspath|fsmonitor|textconv|\.cmd)(=.*)?)$/i;

function whyNotGit(value: string): string | undefined {
  return runsFromGit.test(value) ? `git ${value} runs other programs` : undefined;
}

const reads = (name: string, dangerous = "", more: Partial<KnownCommand> = {}): KnownCommand => ({
  name,
  dangerous: dangerous.split(" ").filter(Boolean),
  isReadOnly: true,
  ...more,
});

const textOnly = { isTextOnly: true } as const;
const onlyWith = (words: string) => ({ onlyWith: words.split(" ") });

const follows = (options: string) => ({ follows: options.split(" ") });

const gitOptions =
  "--output --ext-diff --textconv --filters --show-signature --open-files-in-pager --exec-path --config-env";

/** Programs that only read, unless called with a dangerous option. */
const readingPrograms: readonly KnownCommand[] = [
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
    (name) => reads(`git ${name}`, gitOptions),
  ),
  ...["rev-list", "merge-base", "name-rev", "count-objects", "cat-file", "for-each-ref", "diff-tree"].map((name) =>
    reads(`git ${name}`, gitOptions),
  ),
  reads("git grep", `${gitOptions} -O`),
  reads(
    "git branch",
    gitOptions,
    onlyWith("-a -r -v -vv --all --remotes --list --show-current --verbose --merged --no-merged"),
  ),
  reads("git remote", gitOptions, onlyWith("-v --verbose")),
  reads("git tag", gitOptions, onlyWith("-l --list -n")),
  reads("git stash list", gitOptions),
  reads("git worktree list", gitOptions),
  reads("git config --get", `${gitOptions} -f --file --blob`, textOnly),
  reads("git config --list", `${gitOptions} -f --file --blob`, textOnly),
];

const writesOrRuns = /^-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|files0-from)$/;

function whyNotFind(value: string): string | undefined {
  return writesOrRuns.test(value) ? `find ${value} runs or writes something` : undefined;
}

function whyNotJq(value: string): string | undefined {
  return /\b(import|include)\b/.test(value) ? "jq reads other files" : undefined;
}

const byName: ReadonlyMap<string, KnownCommand> = new Map(
  [...dangerousPrograms, ...readingPrograms].map((known) => [known.name, known]),
);

const withSubcommands: ReadonlySet<string> = new Set(
  [...byName.keys()].filter((name) => name.includes(" ")).map((name) => name.slice(0, name.indexOf(" "))),
);

/** The entry of a command: that of its subcommand, if there is one. */
export function findKnown(
  name: string,
  words: readonly ShellWord[] | undefined,
  values: readonly (string | undefined)[] = words?.slice(0, 3).map((word) => word.value) ?? [],
): KnownCommand | undefined {
  if (!withSubcommands.has(name) || values.length < 2) return byName.get(name);
  const two = `${name} ${values[1]}`;
  return byName.get(`${two} ${values[2]}`) ?? byName.get(two) ?? byName.get(name);
}
