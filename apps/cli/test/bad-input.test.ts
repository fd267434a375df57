import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chatServer } from "@roo-code/testkit/chat-server";
import { describe, expect, it } from "vitest";
import { call, complete, createProject, rooProgram, startProgram } from "./roo.ts";

describe("nothing starts; exit code 2 and advice", () => {
  const cases: { name: string; args: string[]; says: RegExp }[] = [
    { name: "no prompt", args: ["run"], says: /roo run "/ },
    { name: "an unknown command", args: ["fly"], says: /Unknown command: fly/ },
    { name: "an unknown flag", args: ["run", "--fly", "x"], says: /--fly/ },
    { name: "no provider and no key", args: ["run", "x"], says: /OPENAI_API_KEY[\s\S]*roo demo/ },
    { name: "an unknown provider", args: ["run", "--provider", "nobody", "x"], says: /nobody[\s\S]*openrouter/ },
    {
      name: "a provider without its key",
      args: ["run", "--provider", "openai", "--model", "m", "x"],
      says: /OPENAI_API_KEY[\s\S]*--api-key/,
    },
    { name: "no model", args: ["run", "--provider", "openai", "--api-key", "fake", "x"], says: /--model/ },
    {
      name: "a base URL that is none",
      args: ["run", "--base-url", "nowhere", "--model", "m", "x"],
      says: /--base-url/,
    },
    {
      name: "a folder that does not exist",
      args: ["run", "--cwd", "missing", "--base-url", "http://127.0.0.1:9", "--model", "m", "x"],
      says: /missing.*does not exist[\s\S]*--cwd/,
    },
    {
      name: "an unknown mode",
      args: ["run", "--mode", "wizard", "--base-url", "http://127.0.0.1:9", "--model", "m", "x"],
      says: /wizard[\s\S]*architect/,
    },
    { name: "an unknown approval", args: ["run", "--auto-approve", "everything", "x"], says: /everything/ },
    { name: "a limit that is no number", args: ["run", "--max-turns", "many", "x"], says: /max-turns/ },
    {
      name: "a task that does not exist",
      args: ["run", "--resume", "nothing", "--base-url", "http://127.0.0.1:9", "--model", "m"],
      says: /nothing[\s\S]*roo tasks list/,
    },
    {
      name: "a replay script that does not exist",
      args: ["run", "--replay", "missing.jsonl", "x"],
      says: /missing\.jsonl/,
    },
    {
      name: "a picture that does not exist",
      args: ["run", "--image", "missing.png", "--base-url", "http://127.0.0.1:9", "--model", "m", "x"],
      says: /missing\.png/,
    },
    {
      name: "a picture without a prompt",
      args: ["run", "--resume", "x", "--image", "a.png", "--base-url", "http://127.0.0.1:9", "--model", "m"],
      says: /--image needs a prompt/,
    },
    { name: "a task without a name", args: ["tasks", "show", ""], says: /Missing argument: TASK/ },
    {
      name: "nothing to resume",
      args: ["tasks", "resume"],
      says: /Missing argument: TASK[\s\S]*roo tasks resume TASK/,
    },
    {
      name: "a flag without its value",
      args: ["run", "--model", "--quiet", "x"],
      says: /^roo: [^\n]*--model[^\n]*[^.]\.\n {2}→/,
    },
  ];
  it.each(cases)("$name", async ({ args, says }) => {
    using here = createProject();
    const { code, stdout, stderr } = await here.roo(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("a malformed line in a replay script", async () => {
    using here = createProject({ "script.jsonl": '{"text":"fine"}\n{"text":\n' });
    const { code, stderr } = await here.roo(["run", "--replay", "script.jsonl", "x"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/Line 2 .*script\.jsonl/);
  });

  it("a current folder that was deleted", async () => {
    using here = createProject();
    const shell = `mkdir gone && cd gone && rmdir ../gone && exec '${rooProgram}' run --replay '${here.script([])}' x`;
    const { code, stderr } = await startProgram("/bin/sh", ["-c", shell], { cwd: here.folder, env: here.env }).ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/no longer exists[\s\S]*--cwd/);
  });

  it("a state folder that is a file", async () => {
    using here = createProject({ blocked: "" });
    const { code, stderr } = await here.roo(["run", "--replay", here.script([]), "x"], {
      env: { ROO_HOME: here.path("blocked/home") },
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/ROO_HOME/);
  });
});

describe("a provider that fails", () => {
  const ask = (url: string) => [
    "run",
    "--base-url",
    url,
    "--model",
    "m",
    "--api-key",
    "canary-key-123",
    "--output",
    "json",
    "do it",
  ];
  const cases = [
    { name: "401", step: { status: 401 }, code: "unauthorized", requests: 1 },
    { name: "400", step: { status: 400 }, code: "bad_request", requests: 1 },
    { name: "404", step: { status: 404 }, code: "model_not_found", requests: 1 },
    {
      name: "429 without end",
      step: { status: 429, headers: { "retry-after": "0" } },
      code: "rate_limited",
      requests: 5,
    },
  ];
  it.each(cases)("$name ends with exit code 1 and a message", async ({ step, code, requests }) => {
    using here = createProject();
    await using server = await chatServer(Array.from({ length: 9 }, () => step));
    const { code: exit, stdout, stderr } = await here.roo(ask(server.baseUrl));
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: "failed", turns: 0, error: { code } });
    expect(server.requests).toHaveLength(requests);
    expect(stdout + stderr).not.toContain("canary");
  });

  it("recovers from an outage and a stream cut in the middle of a call", async () => {
    using here = createProject({ a: "A" });
    const read = { calls: [{ name: "read_file", arguments: JSON.stringify({ path: "a" }) }] };
    await using server = await chatServer([
      { status: 503, headers: { "retry-after": "0" } },
      { ...read, cutAfterBytes: 120 },
      read,
      { text: "done" },
    ]);
    const { code, stdout } = await here.roo(ask(server.baseUrl));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: "completed", turns: 2 });
    expect(server.requests).toHaveLength(4);
  });

  it("names the server that cannot be reached", async () => {
    using here = createProject();
    const { code, stdout } = await here.roo([...ask("http://127.0.0.1:9/v1"), "--timeout", "30"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "network", message: expect.stringContaining("127.0.0.1:9") },
    });
  });
});

describe("a model that makes mistakes", () => {
  it("is told about malformed arguments, unknown tools and wrong types, and may correct them", async () => {
    using here = createProject({ a: "A" });
    const { code, result } = await here.run([
      { rawToolCalls: [{ name: "read_file", arguments: '{"path": "a' }] },
      { expect: "JSON", ...call("read_minds", {}) },
      { expect: "read_file", ...call("read_file", { path: "a" }) },
      { expect: "1 | A", ...complete("ok") },
    ]);
    expect({ code, status: result.status }).toEqual({ code: 0, status: "completed" });
  });

  it("ends as failed when its script runs out or does not fit", async () => {
    using here = createProject();
    expect(await here.run([call("list_files", { path: ".", recursive: false })])).toMatchObject({
      code: 1,
      result: { error: { code: "replay_exhausted" } },
    });
    expect(await here.run([{ expect: "something never said", text: "x" }])).toMatchObject({
      code: 1,
      result: { error: { code: "replay_mismatch" } },
    });
  });

  it("cannot leave the workspace", async () => {
    using here = createProject();
    writeFileSync(join(here.folder, "..", "outside.txt"), "secret");
    const { result } = await here.run([
      call("read_file", { path: "../outside.txt" }),
      { expect: "outside", ...complete("no") },
    ]);
    expect(result.status).toBe("completed");
    expect(JSON.stringify(here.events(result.taskId))).not.toContain("secret");
  });
});

it("works in a read-only folder, and reports what it cannot write", async () => {
  using here = createProject({ a: "A" });
  mkdirSync(here.path("locked"));
  chmodSync(here.path("locked"), 0o500);
  const { code } = await here.run([call("read_file", { path: "a" }), complete("read")]);
  expect(code).toBe(0);
});
