import type { KnownCommand } from "./known-command.ts";
import { whyNotAwk } from "./script-words.ts";

const runs = (name: string, dangerous: string, more: Partial<KnownCommand> = {}): KnownCommand => ({
  name,
  dangerous: dangerous.split(" ").filter(Boolean),
  isReadOnly: false,
  ...more,
});

const everything = (what: string) => ({ whyNot: () => what });

/** Programs that do something else than their name says when told so. A rule that allows them with `*` must name that. */
export const dangerousPrograms: readonly KnownCommand[] = [
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
  runs("xargs", "", everything("xargs runs what it reads")),
  runs("parallel", "", everything("parallel runs what it reads")),
];

const runsFromGit =
  /^(foreach|run|difftool|mergetool|filter-branch|daemon|ext::.*|alias\..*|.*(pager|editor|sshcommand|hookspath|fsmonitor|textconv|\.cmd)(=.*)?)$/i;

function whyNotGit(value: string): string | undefined {
  return runsFromGit.test(value) ? `git ${value} runs other programs` : undefined;
}
