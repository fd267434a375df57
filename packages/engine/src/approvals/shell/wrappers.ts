/** How a program that runs another is called. */
export type Wrapper =
  | {
      readonly runs: "rest";
      /** Options that take the next word. */
      readonly valued?: readonly string[];
      /** Words between the options and the command. */
      readonly operands?: number;
      /** `A=1` before the command sets a variable. */
      readonly assigns?: true;
      /** The option whose value is a text for a shell. */
      readonly script?: string;
      /** Adds words that are not known. */
      readonly addsWords?: true;
      /** Adds nothing to what it runs, called with no other options than these. */
      readonly isThrough?: true;
      readonly harmless?: readonly string[];
    }
  | { readonly runs: "text" }
  | { readonly runs: "trap" }
  | { readonly runs: "actions"; readonly actions: readonly string[] };

export const shells: ReadonlySet<string> = new Set([
  "sh",
  "bash",
  "rbash",
  "dash",
  "ash",
  "zsh",
  "ksh",
  "mksh",
  "fish",
]);

const rest = (valued = "", more: Omit<Extract<Wrapper, { runs: "rest" }>, "runs" | "valued"> = {}): Wrapper => ({
  runs: "rest",
  valued: valued.split(" ").filter(Boolean),
  ...more,
});

export const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["nice", rest("-n --adjustment", { isThrough: true, harmless: ["-n", "--adjustment"] })],
  [
    "timeout",
    rest("-s -k --signal --kill-after", {
      operands: 1,
      isThrough: true,
      harmless: ["-s", "-k", "--signal", "--kill-after", "-v", "--preserve-status", "--foreground"],
    }),
  ],
  ["command", rest("", { isThrough: true, harmless: [] })],
  ["time", rest("-o -f --output --format")],
  ["sudo", rest("-u -g -h -p -C -T -D -R -r -t -U --user --group --host --prompt --chdir --chroot", { assigns: true })],
  ["doas", rest("-u -C")],
  ["env", rest("-u -C -S --unset --chdir --split-string --block-signal", { assigns: true, script: "-S" })],
  ["nohup", rest()],
  ["setsid", rest()],
  ["stdbuf", rest("-i -o -e --input --output --error")],
  ["ionice", rest("-c -n -p --class --classdata")],
  ["chrt", rest("-p -T -P -D", { operands: 1 })],
  ["taskset", rest("", { operands: 1 })],
  ["chroot", rest("", { operands: 1 })],
  ["unshare", rest()],
  ["setpriv", rest("--reuid --regid --groups")],
  ["runuser", rest("-u -g -G -c --command", { script: "-c" })],
  ["su", rest("-c -s -g -G --command --shell", { script: "-c" })],
  ["gosu", rest("", { operands: 1 })],
  ["flock", rest("-w -E -c", { operands: 1, script: "-c" })],
  ["script", rest("-c -O -I -B -E -o -m --command", { operands: 1, script: "-c" })],
  ["strace", rest("-o -e -p -s -E -u -P -S -a -b -I -O -X")],
  ["ltrace", rest("-o -e -p -s -u -n -a -l -x")],
  ["exec", rest("-a")],
  ["builtin", rest()],
  ["busybox", rest()],
  ["toybox", rest()],
  [
    "xargs",
    rest("-I -n -P -L -d -E -s -a --arg-file --delimiter --max-args --max-procs --max-lines --max-chars --replace", {
      addsWords: true,
    }),
  ],
  ["parallel", rest("-j -n -N -S -a -I --jobs --arg-file --colsep --delay --timeout --joblog", { addsWords: true })],
  ["eval", { runs: "text" }],
  ["watch", rest("-n -q --interval")],
  ["trap", { runs: "trap" }],
  ["find", { runs: "actions", actions: ["-exec", "-execdir", "-ok", "-okdir"] }],
  ["fd", { runs: "actions", actions: ["-x", "-X", "--exec", "--exec-batch"] }],
  ["fdfind", { runs: "actions", actions: ["-x", "-X", "--exec", "--exec-batch"] }],
]);
