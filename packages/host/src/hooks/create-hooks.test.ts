import { existsSync, readFileSync } from "node:fs";
import { systemClock } from "@roo-code/providers";
import type { Hook } from "@roo-code/store";
import { testTaskId } from "@roo-code/testkit/event-drafts";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { until } from "@roo-code/testkit/until";
import { describe, expect, it } from "vitest";
import { createHooks, type DisposableHooks } from "./create-hooks.ts";
import { matchesTool } from "./match-tool.ts";

const signal = new AbortController().signal;
const taskId = testTaskId("hooks");
const call = { callId: "c1", name: "execute_command", input: { command: "ls" } };

it("is undefined without hooks", async () => {
  await using temp = createTempWorkspace();
  expect(hooksIn(temp, [], {})).toBeUndefined();
});

describe("before a tool", () => {
  it("gets the call as JSON and runs in the workspace", async () => {
    await using temp = createTempWorkspace();
    const { denied, events } = await before(temp, { command: "cat > seen.json; pwd > where" });
    expect(denied).toBeUndefined();
    expect(JSON.parse(temp.readText("seen.json"))).toEqual({
      version: 1,
      event: "beforeTool",
      taskId,
      cwd: temp.root,
      mode: "code",
      tool: { name: "execute_command", callId: "c1", input: { command: "ls" } },
    });
    expect(temp.readText("where").trim()).toBe(temp.root);
    expect(events).toEqual([
      {
        type: "hook.end",
        on: "beforeTool",
        name: "hook",
        command: "cat > seen.json; pwd > where",
        callId: "c1",
        exitCode: 0,
        durationMs: expect.any(Number),
      },
    ]);
  });

  it.each([
    ["a decision", `echo '{"decision":"deny","reason":"not on Fridays"}'`, "not on Fridays", 0],
    ["a decision without a reason", `echo '{"decision":"deny"}'`, "The hook guard denied it.", 0],
    ["exit code 2", "echo 'no way' >&2; exit 2", "no way", 2],
    ["exit code 2 without output", "exit 2", "The hook guard denied it.", 2],
    ["any other exit code", "echo broken >&2; exit 1", "The hook guard failed: exit code 1: broken.", 1],
    ["an unknown decision", `echo '{"decision":"maybe"}'`, /neither "allow" nor "deny"/, 0],
    ["a missing program", "/no/such/program", /failed: exit code 127: .*no\/such\/program/, 127],
    // The shell itself exits with 2 for a syntax error, which denies as well.
    ["a command with a syntax error", "if then (", /syntax error/, 2],
  ])("denies by %s", async (_, command, reason, exitCode) => {
    await using temp = createTempWorkspace();
    const { denied, events } = await before(temp, { command, name: "guard" });
    expect(denied).toMatch(reason);
    expect(events).toMatchObject([{ type: "hook.end", exitCode }]);
  });

  it.each([
    ["no output", "true"],
    ["plain text", "echo all is well"],
    ["JSON that is not an answer", "echo '[1,2]'"],
    ["JSON that is cut off", `printf '{"decision":"deny"'`],
    ["too much output", `head -c 5000000 /dev/zero | tr '\\0' x; head -c 5000000 /dev/zero >&2`],
    ["not reading its input", "exec 0<&-; true"],
  ])("does not deny on %s", async (_, command) => {
    await using temp = createTempWorkspace();
    const verdict = await before(temp, { command }, { ...call, input: { content: "x".repeat(300_000) } });
    expect(verdict).toMatchObject({ events: [{ exitCode: 0 }] });
    expect(verdict.denied).toBeUndefined();
    expect(JSON.stringify(verdict).length).toBeLessThan(1_000);
  });

  it("records a decision to allow, and passes on a note", async () => {
    await using temp = createTempWorkspace();
    const verdict = await before(temp, { command: `echo '{"decision":"allow","note":"mind the gap"}'` });
    expect(verdict).toMatchObject({ note: "mind the gap", events: [{ decision: "allow", message: "mind the gap" }] });
    expect(verdict.denied).toBeUndefined();
  });

  it("ends a hook that takes too long with all its processes, and denies", async () => {
    await using temp = createTempWorkspace();
    const command = "sleep 1000 & echo $! > one; setsid sh -c 'echo $$ > two; exec sleep 1000' >/dev/null 2>&1 & wait";
    const { denied, events } = await before(temp, { command, name: "slow", timeoutMs: 700 });
    expect(denied).toBe("The hook slow failed: it took longer than 0.7 s and was ended.");
    expect(events).toMatchObject([{ exitCode: null }]);
    await until(() => ["one", "two"].every((name) => !isRunning(temp, name)));
  });

  it("leaves no process running after a hook that ended by itself", async () => {
    await using temp = createTempWorkspace();
    const { denied } = await before(temp, { command: "sleep 1000 & echo $! > one" });
    expect(denied).toBeUndefined();
    await until(() => !isRunning(temp, "one"));
  });

  it("ends with the task", async () => {
    await using temp = createTempWorkspace();
    const abort = new AbortController();
    const hooks = hooksIn(temp, [{ command: "echo $$ > one; sleep 1000" }]);
    const verdict = hooks.beforeTool(call, abort.signal);
    await until(() => existsSync(temp.path("one")) && temp.readText("one") !== "");
    abort.abort();
    expect(await verdict).toMatchObject({ denied: expect.stringContaining("aborted"), events: [{ exitCode: null }] });
    expect(isRunning(temp, "one")).toBe(false);
  });

  it("is ended at once for a process about to exit", async () => {
    await using temp = createTempWorkspace();
    const hooks = hooksIn(temp, [{ command: "echo $$ > one; sleep 1000" }]);
    const verdict = hooks.beforeTool(call, signal);
    await until(() => existsSync(temp.path("one")) && temp.readText("one") !== "");
    hooks.disposeNow();
    expect((await verdict).denied).toContain("it was killed");
  });

  it("sees only the environment that commands see", async () => {
    await using temp = createTempWorkspace();
    const environment = { ...process.env, ANTHROPIC_API_KEY: "sk-canary", MY_CANARY: "canary" };
    await hooksIn(temp, [{ command: "env > seen" }], { environment }).beforeTool(call, signal);
    expect(temp.readText("seen")).toContain("PATH=");
    expect(temp.readText("seen")).not.toContain("canary");
  });

  it("runs matching hooks in order until one denies", async () => {
    await using temp = createTempWorkspace();
    const hooks = hooksIn(temp, [
      { command: "echo 1 >> order", match: "write_*|execute_command" },
      { command: "echo 2 >> order", match: "write_*" },
      { command: "echo 3 >> order; exit 2" },
      { command: "echo 4 >> order" },
      { command: "echo 5 >> order", on: "afterTool" },
    ]);
    expect((await hooks.beforeTool(call, signal)).events).toHaveLength(2);
    expect(temp.readText("order")).toBe("1\n3\n");
  });

  it("does not run a project's hooks that changed since it was trusted, and denies", async () => {
    await using temp = createTempWorkspace();
    const hooks = hooksIn(temp, [{ command: "touch ran", origin: "project", name: "theirs" }], {
      isTrusted: () => false,
    });
    const { denied, events } = await hooks.beforeTool(call, signal);
    expect(denied).toMatch(/The hook theirs failed: .*roo config trust/);
    expect(events).toHaveLength(1);
    expect(existsSync(temp.path("ran"))).toBe(false);
  });
});

describe("after a tool", () => {
  const result = { content: "done", isError: false };

  it("gets the result", async () => {
    await using temp = createTempWorkspace();
    await after(temp, { command: "cat > seen.json" });
    expect(JSON.parse(temp.readText("seen.json"))).toMatchObject({
      event: "afterTool",
      tool: { name: call.name },
      result,
    });
  });

  it("cannot deny a finished call: its reason is given to the model", async () => {
    await using temp = createTempWorkspace();
    const verdict = await after(temp, { command: "echo 'lint: unused variable' >&2; exit 2" });
    expect(verdict).toMatchObject({ note: "lint: unused variable", events: [{ decision: "deny", exitCode: 2 }] });
    expect(verdict.denied).toBeUndefined();
  });

  it("reports a failure only in its event", async () => {
    await using temp = createTempWorkspace();
    const verdict = await after(temp, { command: "exit 7" });
    expect(verdict).toEqual({ events: [expect.objectContaining({ exitCode: 7, message: "failed: exit code 7" })] });
  });

  function after(temp: TempWorkspace, hook: Partial<Hook>) {
    return hooksIn(temp, [{ on: "afterTool", ...hook }]).afterTool(call, result, signal);
  }
});

describe("on completion", () => {
  it("rejects the completion with a reason, and gets the result", async () => {
    await using temp = createTempWorkspace();
    const hooks = hooksIn(temp, [{ on: "onCompletion", command: "cat > seen.json; echo 'tests fail' >&2; exit 2" }]);
    expect(await hooks.onCompletion("All done.", signal)).toMatchObject({ denied: "tests fail" });
    expect(JSON.parse(temp.readText("seen.json"))).toMatchObject({
      event: "onCompletion",
      result: { content: "All done." },
    });
  });

  it("does not block the task when it fails itself", async () => {
    await using temp = createTempWorkspace();
    const hooks = hooksIn(temp, [{ on: "onCompletion", command: "exit 1" }]);
    const verdict = await hooks.onCompletion("All done.", signal);
    expect(verdict.denied).toBeUndefined();
    expect(verdict.events).toMatchObject([{ on: "onCompletion", message: "failed: exit code 1" }]);
  });
});

function before(
  temp: TempWorkspace,
  hook: Partial<Hook>,
  about = call as { callId: string; name: string; input: unknown },
) {
  return hooksIn(temp, [hook]).beforeTool(about, signal);
}

function hooksIn(
  temp: TempWorkspace,
  hooks: readonly Partial<Hook>[],
  more: { environment?: NodeJS.ProcessEnv; isTrusted?: () => boolean } = {},
): DisposableHooks {
  const created = createHooks({
    hooks: hooks.map((hook) => ({
      on: "beforeTool",
      command: "true",
      name: "hook",
      timeoutMs: 20_000,
      origin: "user",
      source: "hooks.json",
      ...hook,
    })),
    taskId,
    workspace: temp.root,
    mode: () => "code",
    isTrusted: () => true,
    environment: process.env,
    clock: systemClock,
    ...more,
  });
  return created as DisposableHooks;
}

function isRunning(temp: TempWorkspace, name: string): boolean {
  const pid = temp.readText(name).trim();
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

it.each([
  [undefined, "read_file", true],
  ["read_file", "Read_File", true],
  ["read_*|write_*", "write_to_file", true],
  ["mcp--*--?et*", "mcp--docs--get_page", true],
  ["*", "", true],
  ["**file", "read_file", true],
  ["read", "read_file", false],
  ["a.c", "abc", false],
  ["?", "", false],
])("%s and %s: %s", (match, tool, expected) => {
  expect(matchesTool(match, tool)).toBe(expected);
});

it("is fast for patterns with many stars", () => {
  expect(matchesTool(`${"*a".repeat(60)}x`, `${"a".repeat(5_000)}y`)).toBe(false);
});
