import type { CommandLimits } from "./limits.ts";

/** Joins control groups, opens the filter as descriptor 9, and executes its arguments. */
const outer = `filter=$1 groups=$2; shift 2
while [ "$groups" -gt 0 ]; do echo 0 > "$1" || exit 126; shift; groups=$((groups - 1)); done
exec 9< "$filter" || exit 126
exec "$@"`;

export const filterDescriptor = 9;

export interface LaunchParts {
  readonly filter: string;
  readonly groups: readonly string[];
  readonly command: readonly string[];
}

/** The arguments of `/bin/sh` that start a sandbox. */
export function launchArguments({ filter, groups, command }: LaunchParts): readonly string[] {
  return ["-c", outer, "roo-sandbox", filter, String(groups.length), ...groups, ...command];
}

/** Mounts an overlay in its own namespace, and executes its arguments there. */
const overlay = `"$1" -t overlay -o "$2" overlay "$3" || exit 126
shift 3; exec "$@"`;

export interface OverlayPrograms {
  readonly unshare: string;
  readonly mount: string;
}

export interface OverlayParts {
  readonly lower: string;
  readonly upper: string;
  readonly work: string;
  readonly merged: string;
  readonly programs: OverlayPrograms;
  readonly command: readonly string[];
}

export function overlayCommand(parts: OverlayParts): readonly string[] {
  const { lower, upper, work, merged, programs, command } = parts;
  const isRoot = process.getuid?.() === 0;
  const options = `lowerdir=${escaped(lower)},upperdir=${escaped(upper)},workdir=${escaped(work)}`;
  return [
    programs.unshare,
    ...(isRoot ? ["--mount"] : ["--user", "--map-root-user", "--mount"]),
    "--propagation",
    "private",
    "/bin/sh",
    "-c",
    overlay,
    "roo-sandbox",
    programs.mount,
    isRoot ? options : `${options},userxattr`,
    merged,
    ...command,
  ];
}

/** Escapes separators of mount options. */
function escaped(path: string): string {
  return path.replaceAll(/[\\,:]/g, String.raw`\$&`);
}

/**
 * Starts the scripts named on its input, and kills everything when the input ends. `$1`: the folder of pipes and scripts. If
 * Roo was killed, the answer has no reader: that must not end the script before it has killed what it started. A handler, not
 * `''`, which commands would inherit. Groups are killed, too: a child of bubblewrap's that still waits for it survives it.
 */
export const launcherScript = `cd "$1" || exit; all=; trap : PIPE
while read -r verb which script; do
  case $verb in
    start)
      set -- "pipe-$which.input" "pipe-$which.output" "pipe-$which.status" "pipe-$which.command"
      [ -p "$4" ] || mkfifo -m 600 "$@" || exit
      setsid /bin/sh "$script" "pipe-$which" &
      all="$all $!"; echo "$which $!" ;;
    forget)
      wait "$which"; kept=
      for pid in $all; do [ "$pid" = "$which" ] || kept="$kept $pid"; done
      all=$kept ;;
  esac
done
for pid in $all; do kill -s KILL -- "-$pid"; kill -9 "$pid"; done`;

const commandDescriptor = 8;

/** A script for the launcher: opens the pipes with prefix `$1`, and becomes a sandbox that waits for its command. */
export function standbyScript({
  filter,
  groups,
  command,
  environment,
}: LaunchParts & { readonly environment: Readonly<Record<string, string>> }): string {
  return [
    `exec <"$1.input" >"$1.output" 2>&1 3>"$1.status" ${commandDescriptor}<"$1.command" || exit 126`,
    ...groups.map((group) => `echo 0 > ${quoted(group)} || exit 126`),
    `exec ${filterDescriptor}< ${quoted(filter)} || exit 126`,
    "unset PWD OLDPWD",
    ...Object.entries(environment).map(([name, value]) => `export ${name}=${quoted(value)}`),
    `exec ${command.map(quoted).join(" ")}`,
  ].join("\n");
}

/**
 * What is sent to a waiting sandbox: the command, its working folder, and whether there is input. A single line, which
 * every shell reads from a pipe without waiting for its end.
 */
export function commandText(request: {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly hasInput: boolean;
}): string {
  const { args, cwd, environment, hasInput } = request;
  const steps = [
    ...Object.entries(environment).map(([name, value]) => `export ${name}=${quoted(value)}`),
    `cd ${quoted(cwd)} || exit 126`,
    "unset OLDPWD",
    ...(hasInput ? [] : ["exec < /dev/null"]),
    `set -- ${args.map(quoted).join(" ")}`,
  ];
  return `${steps.join("; ").replaceAll("\n", `'"$newline"'`)}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const runPiped = `(exec "$@" 3>&- 2>&4 4>&-)
code=$?`;

/**
 * A shell with job control puts the command into its own process group in the terminal, so that Ctrl-C reaches that and not
 * the sandbox. It prints the exit code, because its own exit code is only reliable if Ctrl-C ended both.
 */
const runInTerminal = `exec 5>&1
code=$(/bin/sh -mc '(exec "$@" >&5 2>&4 4>&- 5>&-); echo $?' roo "$@") || code=\${code:-$?}`;

export interface InnerScriptOptions {
  readonly limits: CommandLimits;
  /** The shell's flag to limit processes: \`-u\` or \`-p\`. */
  readonly processFlag: string;
  /**
   * `given`: the command is in the arguments, in a terminal or with a status pipe. `awaited`: it is sent through a pipe, and
   * the status pipe reports `ready` before and `end` or `left` after it, with the exit code.
   */
  readonly kind: "terminal" | "given" | "awaited";
}

/**
 * The first process inside: limits what it starts, and stays as long as any of that runs, because everything ends with it.
 * The kernel shields it from signals. Messages of its own shell about the command are discarded.
 */
export function innerScript({ limits, processFlag, kind }: InnerScriptOptions): string {
  const blocks = Math.floor(limits.fileBytes / 512);
  return `exec 4>&2 2>/dev/null
ulimit -c 0; ulimit -t ${limits.cpuSeconds}; ulimit -f ${blocks}; ulimit ${processFlag} ${limits.processes}
${kind === "awaited" ? awaitCommand : ""}
${kind === "terminal" ? runInTerminal : runPiped}
exec 4>&-
if kill -0 -1; then (:); fi
if kill -0 -1; then
  ${tellLeft[kind]}
  exec >&- <&-
  while kill -0 -1; do sleep 0.2; done
${kind === "awaited" ? 'else echo "end $code" >&3' : ""}
fi
exit $code`;
}

/** If the pipe ends without a command, there will be none. */
const awaitCommand = `newline='
'
echo ready >&3
IFS= read -r text <&${commandDescriptor} || exit 0
exec ${commandDescriptor}<&-
eval "$text"`;

const tellLeft = {
  terminal: "exit $code",
  given: 'echo "$code" >&3; exec 3>&-',
  awaited: 'echo "left $code" >&3',
};
