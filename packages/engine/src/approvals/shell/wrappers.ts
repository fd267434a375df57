/** How a program that runs another one takes its command. */
export type Wrapper =
  | {
      readonly runs: "rest";
      /** Options whose value is the next word. */
      readonly valued?: readonly string[];
      /** Words between the options and the command. */
      readonly operands?: number;
      /** `A=1` before the command sets a variable. */
      readonly assigns?: true;
      /** Options whose value is a shell script, in any position. */
      readonly scripts?: readonly string[];
      /** Joins all words into one script for a shell. */
      readonly isJoined?: true;
      /** Adds unknown words. */
      readonly addsWords?: true;
      /** Adds nothing to the command, if called without other options than `harmless`. */
      readonly isThrough?: true;
      readonly harmless?: readonly string[];
    }
  | { readonly runs: "text" }
  | { readonly runs: "trap" }
  | { readonly runs: "actions"; readonly actions: readonly string[] };

type More = Omit<Extract<Wrapper, { runs: "rest" }>, "runs" | "valued">;

const rest = (valued = "", more: More = {}): Wrapper => ({
  runs: "rest",
  valued: valued.split(" ").filter(Boolean),
  ...more,
});

const plain = (names: string): [string, Wrapper][] => names.split(" ").map((name) => [name, rest()]);
const afterOne = (names: string): [string, Wrapper][] =>
  names.split(" ").map((name) => [name, rest("", { operands: 1 })]);

const timeout: More = {
  operands: 1,
  isThrough: true,
  harmless: ["-s", "-k", "--signal", "--kill-after", "-v", "--preserve-status", "--foreground"],
};
const commandText = { scripts: ["-c", "--command", "--session-command"] };

const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["nice", rest("-n --adjustment", { isThrough: true, harmless: ["-n", "--adjustment"] })],
  ["timeout", rest("-s -k --signal --kill-after", timeout)],
  ["command", rest("", { isThrough: true, harmless: [] })],
  ["time", rest("-o -f --output --format")],
  ...plain("nohup setsid builtin busybox toybox eatmydata chronic ifne catchsegv unbuffer rlwrap torsocks torify"),
  ...plain("proxychains proxychains4 tsocks fakeroot fakechroot dbus-run-session caffeinate cronic pkexec"),
  ...plain("linux32 linux64 setarch i386 x86_64 sem nq xvfb-run pexec multitime valgrind entr watchexec"),
  ...afterOne("chroot gosu su-exec setlock envdir envuidgid setuidgid faketime taskset"),
  ["sudo", rest("-u -g -h -p -C -T -D -R -r -t -U --user --group --host --prompt --chdir --chroot", { assigns: true })],
  ["doas", rest("-u -C")],
  [
    "env",
    rest("-u -C -S -a --unset --chdir --split-string --argv0", { assigns: true, scripts: ["-S", "--split-string"] }),
  ],
  ["cross-env", rest("", { assigns: true })],
  ["cross-env-shell", rest("", { assigns: true })],
  ["dotenv", rest("-e -c -v")],
  ["env-cmd", rest("-f -e -r")],
  ["stdbuf", rest("-i -o -e --input --output --error")],
  ["ionice", rest("-c -n -p --class --classdata")],
  ["chrt", rest("-p -T -P -D", { operands: 1 })],
  ["choom", rest("-n -p --adjust --pid")],
  ["prlimit", rest("-p --pid")],
  ["cpulimit", rest("-l -e -p -P --limit")],
  ["softlimit", rest("-a -c -d -f -l -m -o -p -r -s -t")],
  ["chpst", rest("-u -U -b -e -/ -n -l -L -m -d -o -p -f -c -t")],
  [
    "unshare",
    rest("-R -w -S -G -l --root --wd --setuid --setgid --map-user --map-group --map-users --map-groups --propagation"),
  ],
  ["nsenter", rest("-t -S -G -N --target --setuid --setgid")],
  [
    "setpriv",
    rest(
      "--reuid --regid --ruid --rgid --euid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile",
    ),
  ],
  ["capsh", rest("", commandText)],
  ["runcon", rest("-t -u -r -l", { operands: 1 })],
  ["sandbox-exec", rest("-f -n -p -D")],
  ["bwrap", rest()],
  ["firejail", rest()],
  ["proot", rest("-r -b -w -q")],
  ["runuser", rest("-u -g -G -c -s -w --user --group --supp-group --command --session-command --shell", commandText)],
  ["su", rest("-c -s -g -G -w --command --session-command --shell --group --supp-group", commandText)],
  ["sg", rest("-c", { operands: 1, ...commandText })],
  ["flock", rest("-w -E -c --timeout --wait --conflict-exit-code --command", { operands: 1, ...commandText })],
  [
    "script",
    rest("-c -O -I -B -E -T -o -m --command --log-out --log-in --log-io --echo --output-limit --logging-format", {
      operands: 1,
      ...commandText,
    }),
  ],
  ["strace", rest("-o -e -p -s -E -u -P -S -a -b -I -O -X")],
  ["ltrace", rest("-o -e -p -s -u -n -a -l -x")],
  ["systemd-run", rest("-p -u -E -M -H -t --property --unit --setenv --slice --machine --host --uid --gid --nice")],
  ["systemd-inhibit", rest("--what --who --why --mode")],
  ["start-stop-daemon", rest("-a -x -c -p --startas --exec --chuid --pidfile")],
  ["exec", rest("-a")],
  [
    "xargs",
    rest("-I -n -P -L -d -E -s -a --arg-file --delimiter --max-args --max-procs --max-lines --max-chars --replace", {
      addsWords: true,
    }),
  ],
  ["parallel", rest("-j -n -N -S -a -I --jobs --arg-file --colsep --delay --timeout --joblog", { addsWords: true })],
  ["watch", rest("-n -q --interval", { isJoined: true })],
  ["hyperfine", rest("-w -r -m -M -p -c -S -n --warmup --runs --prepare --cleanup --shell", { isJoined: true })],
  ["concurrently", rest("-n -c -k", { isJoined: true })],
  ["ssh", rest("-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B", { operands: 1, isJoined: true })],
  ["rsh", rest("-l", { operands: 1, isJoined: true })],
  ["sshpass", rest("-p -f -d -P")],
  ["eval", { runs: "text" }],
  ["trap", { runs: "trap" }],
  ["find", { runs: "actions", actions: ["-exec", "-execdir", "-ok", "-okdir"] }],
  ["fd", { runs: "actions", actions: ["-x", "-X", "--exec", "--exec-batch"] }],
  ["fdfind", { runs: "actions", actions: ["-x", "-X", "--exec", "--exec-batch"] }],
]);

const loader: Wrapper = rest("--library-path --preload --audit --argv0 --glibc-hwcaps-prepend --glibc-hwcaps-mask");

/** Includes the dynamic loader, whose name depends on the machine and the C library. */
export function findWrapper(name: string): Wrapper | undefined {
  return wrappers.get(name) ?? (/^ld(-linux|-musl|64|\.so|-[\d.]+\.so)/.test(name) ? loader : undefined);
}
