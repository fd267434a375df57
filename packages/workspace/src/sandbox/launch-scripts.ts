import type { CommandLimits } from "./limits.ts";

/** Joins control groups, opens the filter as descriptor 9, and becomes what it is given. */
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

/** Mounts an overlay in a namespace of its own, and becomes what it is given there. */
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

/** What separates the options of a mount. */
function escaped(path: string): string {
  return path.replaceAll(/[\\,:]/g, String.raw`\$&`);
}

const runPiped = `(exec "$@" 3>&- 2>&4 4>&-)
code=$?`;

/**
 * A shell with job control makes the command a group of its own in the terminal, so that Ctrl-C reaches that and not the
 * sandbox. It says how the command ended: its own end tells that only where Ctrl-C ended both.
 */
const runInTerminal = `exec 5>&1
code=$(/bin/sh -mc '(exec "$@" >&5 2>&4 4>&- 5>&-); echo $?' roo "$@") || code=\${code:-$?}`;

/**
 * The first process inside: limits what it starts, and stays as long as anything of that is left, for all ends with it.
 * The kernel keeps signals from it, and its own shell's words on how the command ended are nobody's.
 */
export function innerScript(options: {
  readonly limits: CommandLimits;
  /** The shell's own flag for processes: \`-u\` or \`-p\`. */
  readonly processFlag: string;
  readonly tellsEnd: boolean;
}): string {
  const { limits, processFlag, tellsEnd } = options;
  const blocks = Math.floor(limits.fileBytes / 512);
  return `exec 4>&2 2>/dev/null
ulimit -c 0; ulimit -t ${limits.cpuSeconds}; ulimit -f ${blocks}; ulimit ${processFlag} ${limits.processes}
${tellsEnd ? runPiped : runInTerminal}
exec 4>&-
if kill -0 -1; then (:); fi
if kill -0 -1; then
  ${tellsEnd ? 'echo "$code" >&3; exec 3>&-' : "exit $code"}
  exec >&- <&-
  while kill -0 -1; do sleep 0.2; done
fi
exit $code`;
}
