import * as fc from "fast-check";

const pick = (...texts: readonly string[]) => fc.constantFrom(...texts);

/** Spellings of denied commands. */
const denied = pick("curl x", "rm a.txt", "/usr/bin/curl x", "cu''rl x", "\\curl x", "CURL x", "rm -- a.txt", "curl");

/** Contexts for a command, as one word or several: `%`. */
const around = pick(
  "%",
  "env %",
  "env A=1 %",
  "env -i %",
  "nice -n 5 %",
  "timeout 5 %",
  "nohup %",
  "setsid %",
  "stdbuf -oL %",
  "command %",
  "exec %",
  "eval %",
  "builtin eval %",
  "xargs %",
  "xargs -n1 %",
  "xargs -I{} %",
  "! %",
  "time %",
  "ls && %",
  "ls; %",
  "ls | %",
  "(%)",
  "{ %; }",
  "if %; then ls; fi",
  "for x in a; do %; done",
  "f() { %; }; f",
  "echo $(%)",
  "echo `%`",
  "cat <(%)",
  "x=$(%)",
  "coproc %",
  "find . -maxdepth 0 -exec % {} \\;",
  "flock lock %",
  "sudo %",
  "bash <(echo %)",
  ". <(echo %)",
  "source /dev/stdin <<< '%'",
  "bash <<< '%'",
  "bash <<'E'\n%\nE",
  "sh -s <<'E'\n%\nE",
  "echo '%' | sh",
  "echo '%' | xargs -I{} sh -c '{}'",
  "echo '%' > s; sh s",
  "echo '%' > s; . ./s",
  "printf '%s\\n' '%' > s; chmod +x s; ./s",
  "shopt -s expand_aliases\nalias ls='%'\nls",
  "trap '%' EXIT",
  "PS4='$(%)'; set -x; ls",
  "x='a[$(%)]'; echo $((x))",
  "x='a[$(%)]'; [[ x -eq 1 ]]",
  "y='$(%)'; echo ${y@P}",
  "x='%'; $x",
  "x='%'; eval \"$x\"",
  "x='%'; bash -c \"$x\"",
  "awk 'BEGIN{system(\"%\")}'",
  "sed '1e %' a.txt",
  "sed 's/a/%/e' a.txt",
  "python3 -c 'import os; os.system(\"%\")'",
  "perl -e 'system(\"%\")'",
  'node -e \'require("child_process").execSync("%")\'',
  "git -c alias.x='!%' x",
  "make -f - <<'E'\nx:\n\t%\nE",
  "mapfile -C '%' -c 1 a < a.txt",
  "compgen -C '%' x",
  "hash -p $(type -P rm) ls; ls a.txt",
  "BASH_CMDS[ls]=$(type -P rm); ls a.txt",
  "ln -s $(type -P rm) l; ./l a.txt",
);

/** Programs that take a script: the command must be quoted as one word. */
const quoting = pick(
  "sh -c",
  "bash -c",
  "bash -lc",
  "sh -ec",
  "env -S",
  "flock lock -c",
  "script -qc",
  "su -c",
  "eval",
  "watch",
);

function quoted(command: string): string {
  return `'${command.replaceAll("'", "'\\''")}'`;
}

/** Denied commands within one to four wrappers. None of them may ever be allowed. */
const wrappedCommands: fc.Arbitrary<string> = fc
  .tuple(denied, fc.array(fc.oneof(around, quoting), { minLength: 1, maxLength: 4 }))
  .map(([command, layers]) => layers.reduce((inner, layer) => wrap(inner, layer), command))
  .filter((command) => command.length < 2_000);

function wrap(inner: string, layer: string): string {
  return layer.includes("%") ? layer.replaceAll("%", () => inner) : `${layer} ${quoted(inner)}`;
}

export function sampleWrapped(count: number): string[] {
  return fc.sample(wrappedCommands, count);
}
