import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { until } from "@roo-code/testkit/until";
import type { CommandOutcome, CommandRequest } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { hasProc, isGroupAlive, isRunning } from "./process-table.ts";

const { signal } = new AbortController();
const wait = { waitMs: 20_000, signal };

describe("a command in the background", () => {
  it("keeps running after the wait for it ends, and is listed until its end was reported", async () => {
    await using temp = createTempWorkspace();
    const first = await run(temp, "echo one; until [ -e go ]; do sleep 0.02; done; echo two; exit 3", 300);
    expect(first).toMatchObject({ id: "cmd-1", ended: "running", exitCode: null, output: "one\n" });
    expect(temp.workspace.commands.news()).toMatchObject([{ id: "cmd-1", ended: "running", newBytes: 0 }]);
    temp.write("go", "");
    await until(() => temp.workspace.commands.news().some(({ ended }) => ended === "exit"));
    expect(temp.workspace.commands.news()).toEqual([]);
    const last = await temp.workspace.commands.wait("cmd-1", wait);
    expect(last).toMatchObject({ ended: "exit", exitCode: 3, output: "two\n" });
  });

  it("is not limited by the timeout, nor stopped by the signal of its start", async () => {
    await using temp = createTempWorkspace();
    const abort = new AbortController();
    const command = "until [ -e go ]; do sleep 0.02; done; echo end";
    const { id } = await run(temp, command, 0, { timeoutMs: 50, signal: abort.signal });
    abort.abort();
    temp.write("go", "");
    expect(await temp.workspace.commands.wait(id, wait)).toMatchObject({ ended: "exit", output: "end\n" });
  });

  it("is stopped with all its processes", async () => {
    await using temp = createTempWorkspace();
    const { id } = await run(temp, "trap '' TERM; echo $$ > pid; echo $$; setsid sleep 1000 & sleep 1000", 400);
    const pid = Number(temp.readText("pid"));
    expect(await temp.workspace.commands.stop(id)).toMatchObject({ ended: "abort" });
    expect(isGroupAlive(pid)).toBe(false);
    expect(temp.workspace.commands.news()).toEqual([]);
    await expect(temp.workspace.commands.stop(id)).rejects.toMatchObject({ code: "command_ended" });
  });

  it("shows its output as it arrives, in parts and completely", async () => {
    await using temp = createTempWorkspace();
    const { id } = await run(temp, "echo a; until [ -e go ]; do sleep 0.02; done; seq 5000", 200);
    temp.write("go", "");
    const rest = await temp.workspace.commands.wait(id, wait);
    expect(rest.output).toMatch(/^1\n2\n[^]*bytes omitted[^]*\n5000\n$/);
    expect(rest.artifact).toBe("cmd-1.txt");
    const all = await temp.workspace.commands.read({ artifact: "cmd-1.txt", offset: 0, limit: 1e6 });
    expect(all.lines.map(({ text }) => text)).toEqual(["a", ...Array.from({ length: 5000 }, (_, n) => String(n + 1))]);
    const found = await temp.workspace.commands.read({ artifact: "cmd-1", search: "^499[89]$", offset: 0, limit: 100 });
    expect(found.lines).toEqual([
      { line: 4999, text: "4998" },
      { line: 5000, text: "4999" },
    ]);
  });

  it("includes what a command left running after its shell exited", async () => {
    await using temp = createTempWorkspace();
    const command = "(until [ -e go ]; do sleep 0.02; done; echo late; sleep 1000) & echo done";
    const first = await run(temp, command);
    expect(first).toMatchObject({ ended: "exit", exitCode: 0, output: "done\n", leftRunning: true });
    temp.write("go", "");
    await until(() => temp.workspace.commands.news().some(({ newBytes }) => newBytes > 0));
    const { lines } = await temp.workspace.commands.read({ artifact: first.id, offset: 0, limit: 100 });
    expect(lines.map(({ text }) => text)).toEqual(["done", "late"]);
    expect(await temp.workspace.commands.stop(first.id)).toMatchObject({ ended: "exit", exitCode: 0 });
    expect(temp.workspace.commands.news()).toEqual([]);
  });

  it.runIf(hasProc)("includes processes that left their command's group and hold none of its pipes", async () => {
    await using temp = createTempWorkspace();
    const outcome = await run(temp, "setsid sleep 1000 < /dev/null > /dev/null 2>&1 & echo $!");
    expect(outcome).toMatchObject({ ended: "exit", exitCode: 0, leftRunning: true });
    expect(temp.workspace.commands.news()).toMatchObject([{ id: outcome.id, leftRunning: true }]);
    const pid = Number(outcome.output);
    expect(isRunning(pid)).toBe(true);
    await temp.workspace.commands.stop(outcome.id);
    expect(isRunning(pid)).toBe(false);
    expect(temp.workspace.commands.news()).toEqual([]);
  });

  it("keeps its output after it was reported, as the newest fifty do", async () => {
    await using temp = createTempWorkspace();
    const { id } = await run(temp, "echo first", 0);
    await temp.workspace.commands.wait(id, wait);
    for (let count = 0; count < 50; count += 1) await run(temp, "true");
    expect(await temp.workspace.commands.wait(id, wait)).toMatchObject({ exitCode: 0, output: "first\n" });
    for (let count = 0; count < 2; count += 1) await run(temp, "true");
    await expect(temp.workspace.commands.wait(id, wait)).rejects.toMatchObject({ code: "unknown_command" });
  });

  it("is only found by its id", async () => {
    await using temp = createTempWorkspace();
    const { commands } = temp.workspace;
    await expect(commands.wait("cmd-9", wait)).rejects.toMatchObject({ code: "unknown_command" });
    await expect(commands.read({ artifact: "../x.txt", offset: 0, limit: 1 })).rejects.toMatchObject({
      code: "unknown_artifact",
    });
  });
});

describe("input", () => {
  it("is read from a pipe until it is closed", async () => {
    await using temp = createTempWorkspace();
    const { id, output } = await run(temp, "read name; echo hello $name; cat; echo end", 200, { stdin: "pipe" });
    expect(output).toBe("");
    const answered = await temp.workspace.commands.send(id, { text: "Roo\n", isLast: false, ...wait });
    expect(answered).toMatchObject({ ended: "running", output: "hello Roo\n", asks: true });
    const last = await temp.workspace.commands.send(id, { text: "more\n", isLast: true, ...wait });
    expect(last).toMatchObject({ ended: "exit", exitCode: 0, output: "more\nend\n" });
  });

  it("is refused for a command without input, or that has ended", async () => {
    await using temp = createTempWorkspace();
    const { id } = await run(temp, "sleep 1000", 0);
    const sent = temp.workspace.commands.send(id, { text: "x", isLast: false, ...wait });
    await expect(sent).rejects.toMatchObject({ code: "no_input" });
  });

  it("is typed into a terminal, where a prompt is noticed before the timeout", async () => {
    await using temp = createTempWorkspace();
    const command = "test -t 0 && test -t 1 && read -p 'Go on? [y/N] ' answer; echo got $answer; exit 4";
    const asked = await run(temp, command, 20_000, { stdin: "terminal" });
    expect(asked).toMatchObject({ ended: "running", output: "Go on? [y/N] ", asks: true });
    const answered = await temp.workspace.commands.send(asked.id, { text: "y\n", isLast: false, ...wait });
    expect(answered).toMatchObject({ ended: "exit", exitCode: 4, output: "Go on? [y/N] y\ngot y\n" });
  });

  it("can be closed in a terminal as well, also by a key", async () => {
    await using temp = createTempWorkspace();
    const reader = await run(temp, "cat; echo end", 20_000, { stdin: "terminal" });
    const ended = await temp.workspace.commands.send(reader.id, { text: "", isLast: true, ...wait });
    expect(ended).toMatchObject({ ended: "exit", exitCode: 0, output: "end\n" });
    const sleeper = await run(temp, "echo started; exec sleep 1000", 300, { stdin: "terminal" });
    const broken = await temp.workspace.commands.send(sleeper.id, { text: "\u0003", isLast: false, ...wait });
    expect(broken).toMatchObject({ ended: "exit", exitCode: null, signal: "SIGINT" });
  });
});

describe("the complete output", () => {
  it("is kept in the host's folder, also for the next process of the task", async () => {
    const folder = mkdtempSync(join(tmpdir(), "roo-spill-test-"));
    for (const id of ["cmd-1", "cmd-2"]) {
      await using temp = createTempWorkspace({}, { spillFolder: folder });
      expect((await run(temp, "seq 3000")).artifact).toBe(`${id}.txt`);
    }
    await using again = createTempWorkspace({}, { spillFolder: folder });
    const { lines } = await again.workspace.commands.read({ artifact: "cmd-1.txt", offset: 0, limit: 4 });
    expect(lines).toHaveLength(2);
    expect(readdirSync(folder)).toHaveLength(2);
    rmSync(folder, { recursive: true });
  });

  it("is otherwise removed with the workspace", async () => {
    const before = ownFolders();
    await using temp = createTempWorkspace();
    await run(temp, "seq 3000");
    const [own = ""] = ownFolders().filter((name) => !before.includes(name));
    expect(readdirSync(join(tmpdir(), own))).toEqual(["cmd-1.txt"]);
    await temp.workspace.dispose();
    expect(existsSync(join(tmpdir(), own))).toBe(false);
  });
});

function ownFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("roo-output-"));
}

async function run(
  temp: TempWorkspace,
  command: string,
  backgroundAfterMs?: number,
  more: Partial<CommandRequest> = {},
): Promise<CommandOutcome> {
  return temp.workspace.execute({
    command,
    timeoutMs: 25_000,
    signal,
    maxOutputBytes: 10_000,
    onOutput: () => undefined,
    ...(backgroundAfterMs !== undefined && { backgroundAfterMs }),
    ...more,
  });
}
