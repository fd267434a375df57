import type { ApprovalRule } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { judge } from "./judge.ts";

const deny = ["curl", "rm"].map((command): ApprovalRule => ({ action: "deny", command }));

/** All commands are allowed, except two. */
function judged(command: string, { rules = deny }: { rules?: ApprovalRule[] } = {}) {
  const policy = { autoApprove: new Set(["command"] as const), attended: true, rules };
  return judge(policy, { kind: "command", summary: command, command }, { root: "/w" });
}

describe("a denied command stays denied inside a wrapper", () => {
  it.each([
    "env -S '%'",
    "env -S'%'",
    "env -iS '%'",
    "env -vS '%'",
    "env --split-string='%'",
    "env --split-string '%'",
    "env --spl='%'",
    "env -S '-i A=1 %'",
    "env -S 'timeout 5' %",
    "flock -c '%' /tmp/l",
    "flock /tmp/l -c '%'",
    "flock /tmp/l %",
    "flock -n /tmp/l --command '%'",
    "script -qc '%' /dev/null",
    "script -q -c '%' /dev/null",
    "script /dev/null -c '%'",
    "script --command='%' f",
    "script --comm '%' f",
    "su -c '%'",
    "su root -c '%'",
    "su - root -c '%'",
    "su --session-command='%'",
    "runuser -u root -- %",
    "runuser root -c '%'",
    "sg root -c '%'",
    "sudo -nu root %",
    "sudo -uroot %",
    "sudo --user root %",
    "sudo --us root %",
    "doas -u root %",
    "pkexec %",
    "setpriv --reuid 1 %",
    "setpriv --reuid=1 --clear-groups %",
    "unshare -rn %",
    "unshare --map-user 0 %",
    "nsenter -t 1 -m %",
    "chroot / %",
    "chroot --userspec=a:b / %",
    "systemd-run --user --pty %",
    "systemd-run -p A=b %",
    "strace -f -o x %",
    "/lib64/ld-linux-x86-64.so.2 /usr/bin/%",
    "ld.so --library-path /x /usr/bin/%",
    "/lib/ld-musl-x86_64.so.1 /usr/bin/%",
    "busybox %",
    "busybox sh -c '%'",
    "xargs -I{} sh -c '% {}'",
    "xargs -0 -n1 %",
    "watch -n1 %",
    "watch -n 1 'ls; %'",
    "ssh localhost %",
    "ssh -p 22 me@localhost 'ls; %'",
    "sshpass -p x ssh localhost %",
    "parallel % ::: a",
    "parallel '% {}' ::: a",
    "command -p %",
    "command -- %",
    "eval -- '%'",
    "trap -- '%' EXIT",
    "exec -a ls %",
    "coproc %",
    "fakeroot %",
    "xvfb-run %",
    "torsocks %",
    "stdbuf -oL %",
    "chrt -f 1 %",
    "taskset 1 %",
    "hyperfine '%'",
    "concurrently 'ls' '%'",
    "cross-env A=1 %",
    "find . -exec sh -c '% \"$1\"' _ {} ;",
    "find . -name x -exec % {} +",
    "fd x --exec %",
    "bash -- <<'E'\n%\nE",
    "bash -s <<'E'\n%\nE",
    "sh -ec '%'",
    "zsh -c '%'",
    "ksh -c '%'",
    "f() { %; }; f",
    "command_not_found_handle() { %; }; nothing",
    "nice env timeout 5 bash -c 'eval \"%\"'",
  ])("%s", async (form) => {
    expect(await judged(form.replaceAll("%", "curl x"))).toMatchObject({ verdict: "deny", rule: deny[0] });
    expect(await judged(form.replaceAll("%", "rm x"))).toMatchObject({ verdict: "deny", rule: deny[1] });
  });
  it.each(["curl.exe x", "env CURL.EXE x", "/mnt/c/Windows/curl.exe x"])("%s is the same program", async (command) => {
    expect(await judged(command)).toMatchObject({ verdict: "deny" });
  });
  it("also with options before its subcommand", async () => {
    expect(await judged("command curl -v x")).toMatchObject({ verdict: "deny" });
    expect(await judged("exec curl -a x")).toMatchObject({ verdict: "deny" });
  });
});

describe("commands that rules can inspect are not asked about", () => {
  it.each([
    "ls -la",
    "cat a | grep -n x | sort -u | head -5",
    "find . -name '*.ts' -newer a",
    "find src -type f -exec grep -l x {} +",
    "rg curl",
    "grep -rn 'rm -rf' src",
    "echo curl",
    "git log --oneline",
    "git -C sub status",
    "git -c user.name=x commit -m 'use curl'",
    "git commit -m 'no rm'",
    "git push origin main",
    "git stash",
    "git diff HEAD~1",
    "cd src && ls",
    "mkdir -p a/b && touch a/b/c",
    "cp a b",
    "mv a b",
    "chmod 644 a",
    "sed -n 1,5p a",
    "sed -i 's/a/b/g' a",
    "sed -i.bak -e 's/a/b/' -e '/x/d' a",
    "awk '{print $1}' a",
    "awk -F: '$3 > 100 {print $1}' a",
    "tar -czf a.tgz b",
    "tar -xf a.tgz",
    "A=1 ls",
    "CI=1 ls",
    "for i in 1 2 3; do echo $((i + 1)); done",
    "x=5; echo $((x + 1))",
    "[ -f a ] && echo yes",
    'if [ "$x" = y ]; then echo z; fi',
    "tsc --noEmit",
    "wget https://x",
    "python3 --version",
    "node -v",
    "npm ls",
    "npm outdated",
    "cargo --version",
    "docker ps",
    "docker run-x",
    "timeout 5 ls",
    "nohup ls",
    "sudo ls",
    "sh -c 'ls | cat'",
    "bash -lc 'ls'",
    "xargs -n1 ls",
    "echo 'a\u00a0b'",
    'echo "\u200b"',
    "cat <<'E'\na\u00a0b\nE",
    "git commit -m 'a\u00a0b'",
  ])("%s", async (command) => {
    expect([command, await judged(command)]).toEqual([command, { verdict: "allow" }]);
  });
});

describe("a command that a rule names", () => {
  const allowing = (...commands: string[]) => ({
    rules: [...deny, ...commands.map((command): ApprovalRule => ({ action: "allow", command }))],
  });
  it("is allowed although rules cannot inspect it", async () => {
    for (const [rule, command] of [
      ["npm test", "npm test"],
      ["npm run *", "npm run build"],
      ["python3 *", "python3 x.py"],
      ["./gradlew *", "./gradlew build"],
      ["make", "make"],
    ] as const) {
      expect([command, await judged(command)]).toMatchObject([command, { verdict: "ask" }]);
      expect([command, await judged(command, allowing(rule))]).toEqual([command, { verdict: "allow" }]);
    }
  });
  it("is not allowed with dangerous options, or if it mentions a denied command", async () => {
    expect(await judged("python3 -c 'x'", allowing("python3 *"))).toMatchObject({ verdict: "ask" });
    expect(await judged("python3 x.py curl", allowing("python3 *"))).toMatchObject({ verdict: "ask" });
    expect(await judged("npm install curl", allowing("npm install curl"))).toEqual({ verdict: "allow" });
    expect(await judged("curl x", allowing("curl *"))).toMatchObject({ verdict: "deny" });
    expect(await judged("npm test; curl x", allowing("npm test"))).toMatchObject({ verdict: "deny" });
  });
});
