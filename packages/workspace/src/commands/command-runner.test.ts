import { chmodSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isNightly } from "@roo-code/testkit/nightly";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { CommandOutcome, CommandRequest } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { asNobody } from "../../test/as-nobody.ts";

describe("a command", () => {
  it("returns its exit code and its output, in order", async () => {
    await using temp = createTempWorkspace();
    const outcome = await run(temp, "echo one; echo two >&2; echo three; echo four > /dev/stderr; exit 3");
    expect(outcome).toEqual({
      id: "cmd-1",
      durationMs: expect.any(Number),
      exitCode: 3,
      signal: null,
      ended: "exit",
      output: "one\ntwo\nthree\nfour\n",
      omittedBytes: 0,
    });
  });

  it("reports the signal that ended it", async () => {
    await using temp = createTempWorkspace();
    expect(await run(temp, "kill -SEGV $$")).toMatchObject({ exitCode: null, signal: "SIGSEGV", ended: "exit" });
  });

  it("runs in the requested folder, which must be in the workspace", async () => {
    await using temp = createTempWorkspace({ "sub/a.txt": "" });
    expect((await run(temp, "ls", { cwd: "sub" })).output).toBe("a.txt\n");
    await expect(run(temp, "ls", { cwd: ".." })).rejects.toMatchObject({ code: "outside_workspace" });
    symlinkSync("/tmp", temp.path("link"));
    await expect(run(temp, "ls", { cwd: "link" })).rejects.toMatchObject({ code: "outside_workspace" });
    await expect(run(temp, "ls", { cwd: "missing" })).rejects.toMatchObject({ code: "not_found" });
    await expect(run(temp, "ls", { cwd: "sub/a.txt" })).rejects.toMatchObject({ code: "not_a_directory" });
    chmodSync(temp.path("sub"), 0o700);
    if (process.geteuid?.() !== 0) chmodSync(temp.path("sub"), 0);
    await asNobody(temp.root, async () => {
      await expect(run(temp, "ls", { cwd: "sub" })).rejects.toMatchObject({ code: "permission_denied" });
    });
    chmodSync(temp.path("sub"), 0o700);
  });

  it("gets an empty standard input", async () => {
    await using temp = createTempWorkspace();
    expect((await run(temp, "cat; echo end")).output).toBe("end\n");
  });

  it("may have no time limit", async () => {
    await using temp = createTempWorkspace();
    expect((await run(temp, "sleep 0.1; echo end", { timeoutMs: Number.MAX_SAFE_INTEGER })).output).toBe("end\n");
  });

  it("reads no start-up file", async () => {
    await using temp = createTempWorkspace({ "rc.sh": "ls() { echo pwned; }" });
    await using other = createTempWorkspace(
      { "a.txt": "" },
      { environment: { ...process.env, BASH_ENV: temp.path("rc.sh"), ENV: temp.path("rc.sh") } },
    );
    expect((await run(other, "ls")).output).toBe("a.txt\n");
  });

  it("that cannot be started fails", async () => {
    await using temp = createTempWorkspace();
    await expect(run(temp, "echo \0")).rejects.toMatchObject({ code: "invalid_command" });
    await expect(run(temp, `echo ${"x".repeat(300_000)}`)).rejects.toMatchObject({ code: "invalid_command" });
  });

  it("shows its output while it runs, in complete characters", async () => {
    await using temp = createTempWorkspace();
    const reports: string[] = [];
    const command = String.raw`printf 'caf\xc3'; sleep 0.2; printf '\xa9\n'; sleep 0.2; echo end`;
    const { output } = await run(temp, command, { onOutput: (text) => reports.push(text) });
    expect(reports.length).toBeGreaterThan(1);
    expect(reports.join("")).toBe("café\nend\n");
    expect(output).toBe("café\nend\n");
  });
});

describe("a command that does not end", () => {
  it("is stopped at its timeout, with its output until then", async () => {
    await using temp = createTempWorkspace();
    const outcome = await run(temp, "echo started; sleep 1000", { timeoutMs: 2_000 });
    expect(outcome).toMatchObject({ ended: "timeout", signal: "SIGTERM", exitCode: null, output: "started\n" });
  });

  it("is stopped when aborted, or not started at all", async () => {
    await using temp = createTempWorkspace();
    const abort = new AbortController();
    const onOutput = (): void => abort.abort();
    const outcome = await run(temp, "echo started; sleep 1000", { signal: abort.signal, onOutput });
    expect(outcome).toMatchObject({ ended: "abort", output: "started\n" });
    expect(await run(temp, "echo x > f", { signal: abort.signal })).toMatchObject({ ended: "abort", output: "" });
    expect(readdirSync(temp.root)).toEqual([]);
  });

  it.concurrent.each([
    ["ignores SIGTERM", "trap '' TERM; while :; do sleep 1; done"],
    ["left its group", "setsid sleep 1000 & sleep 1000"],
    ["forked twice and detached", "(setsid sh -c 'sleep 1000 & sleep 1000 &' &) ; sleep 1000"],
    ["has no environment", "env -i setsid sleep 1000 & sleep 1000"],
    ["keeps forking", "again() { sleep 0.02; again & }; again; sleep 1000"],
    ["has many processes", "for i in $(seq 50); do sleep 1000 & done; wait"],
    ["ignores all signals in its own session", "setsid sh -c \"trap '' TERM HUP INT; sleep 1000\" & sleep 1000"],
  ])("leaves no process behind when it %s", async (_, command) => {
    await using temp = createTempWorkspace();
    const outcome = await run(temp, command, { timeoutMs: 400 });
    expect(outcome.ended).toBe("timeout");
    await allEnded(temp);
  });
});

describe("a command that keeps starting processes", () => {
  it.each([
    ["one after the other", "while :; do sleep 1000 & done"],
    [
      "each starting two more",
      'bomb() { [ "$1" -gt 9 ] && sleep 1000; bomb $(($1 + 1)) & bomb $(($1 + 1)) & wait; }; bomb 1',
    ],
  ])("is killed: %s", async (_, command) => {
    await using temp = createTempWorkspace({}, { maxProcesses: 100 });
    expect(await run(temp, command)).toMatchObject({ ended: "processes", exitCode: null });
    await allEnded(temp);
  });
});

describe("a command that prompts", () => {
  it("finds no terminal, neither on its input nor by name", async () => {
    await using temp = createTempWorkspace();
    const outcome = await run(temp, "read -p 'Go on? [y/N] ' x; test -t 0 || (: < /dev/tty) || exit 5");
    expect(outcome).toMatchObject({ ended: "exit", exitCode: 5 });
  });

  it("is recognized by the prompt it ended with", async () => {
    await using temp = createTempWorkspace();
    expect((await run(temp, "printf 'Overwrite? [y/N] '; read x || exit 1")).asks).toBe(true);
    expect((await run(temp, "printf 'remove a.txt? '")).asks).toBe(true);
    expect((await run(temp, "echo 'what now?'")).asks).toBeUndefined();
  });

  it("is not waited for if it waits for a terminal", async () => {
    await using temp = createTempWorkspace();
    const outcome = await run(temp, "echo 'Warning: Input is not from a terminal'; sleep 1000");
    expect(outcome).toMatchObject({ ended: "running", asks: true });
  });

  it("gets no editor, pager or password prompt from git", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a\n" });
    const identity = "git config user.email a@b && git config user.name a";
    const setup = await run(temp, `git init -q . && ${identity} && git add . && git commit -q -m one`);
    expect(setup).toMatchObject({ exitCode: 0 });
    expect(await run(temp, "git commit --amend && git log --oneline && git rebase -i --root")).toMatchObject({
      exitCode: 0,
    });
    expect(await run(temp, "git commit --allow-empty")).toMatchObject({ ended: "exit", exitCode: 1 });
  });
});

describe("a command that leaves something in the background", () => {
  it("ends with its output, although the pipe stays open", async () => {
    await using temp = createTempWorkspace();
    const outcome = await run(temp, "sleep 1000 & echo done");
    expect(outcome).toMatchObject({ ended: "exit", exitCode: 0, output: "done\n" });
  });

  it("does not kill it by closing the pipe", async () => {
    await using temp = createTempWorkspace();
    await run(temp, "(sleep 0.6; echo late && echo survived > proof.txt; sleep 1000) & echo done");
    await expect.poll(() => readdirSync(temp.root)).toEqual(["proof.txt"]);
  });

  it.each(["dispose", "disposeNow"] as const)("ends it on %s", async (method) => {
    await using temp = createTempWorkspace();
    await run(temp, "sleep 1000 > /dev/null & setsid sleep 1000 & (setsid sh -c 'sleep 1000 & sleep 1000 &' &)");
    expect(processesIn(temp).length).toBeGreaterThan(1);
    await temp.workspace[method]();
    await allEnded(temp);
  });

  it("cannot be started after dispose, which also ends running ones", async () => {
    await using temp = createTempWorkspace();
    const running = run(temp, "touch started; sleep 1000");
    await expect.poll(() => readdirSync(temp.root)).toEqual(["started"]);
    await temp.workspace.dispose();
    expect((await running).ended).toBe("abort");
    await expect(run(temp, "echo x")).rejects.toMatchObject({ code: "workspace_closed" });
    await temp.workspace.dispose();
  });
});

describe("binary output", () => {
  it("is described instead of shown, and the text around it is kept", async () => {
    await using temp = createTempWorkspace();
    const { output } = await run(temp, "echo before; head -c 5000 /bin/ls; echo; echo after");
    expect(output).toMatch(/^before\n(?:.*\n)?\[about \d+ bytes of binary output left out]\n(?:.*\n)*after\n$/);
    expect(output.length).toBeLessThan(1500);
  });
});

describe("very long output", () => {
  const total = isNightly ? 1024 ** 3 : 50_000_000;
  it.each([
    ["many lines", `yes 0123456789 | head -c ${total}`],
    ["one endless line", `head -c ${total} /dev/zero | tr '\\0' x`],
    ["lines redrawn many times", `yes "$(printf '\\r\\033[2Kbusy')x" | head -c ${total / 10}; seq 2000000`],
  ])(
    "of %s is cut in the middle, within bounded memory",
    async (_, command) => {
      await using temp = createTempWorkspace();
      const before = process.memoryUsage().rss;
      let reported = 0;
      const onOutput = (text: string): void => {
        reported = Math.max(reported, text.length);
      };
      const { output, omittedBytes } = await run(temp, `${command}; echo; echo the end`, {
        onOutput,
        timeoutMs: 90_000,
      });
      expect(omittedBytes).toBeGreaterThan(1_000_000);
      expect(output.length).toBeLessThan(11_000);
      expect(output).toContain(`[... ${omittedBytes} bytes omitted ...]`);
      expect(output).toMatch(/the end\n$/);
      expect(reported).toBeLessThan(40_000);
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    },
    100_000,
  );
});

async function run(temp: TempWorkspace, command: string, more: Partial<CommandRequest> = {}): Promise<CommandOutcome> {
  return temp.workspace.execute({
    command,
    timeoutMs: 25_000,
    signal: new AbortController().signal,
    maxOutputBytes: 10_000,
    onOutput: () => undefined,
    ...more,
  });
}

/** A killed process takes a moment to disappear; the test's own timeout limits the wait. */
async function allEnded(temp: TempWorkspace): Promise<void> {
  while (processesIn(temp).length > 0) await sleep(20);
}

function processesIn(temp: TempWorkspace): string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && runsIn(name, temp.root));
}

function runsIn(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}
