import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chatServer } from "@roo-code/testkit/chat-server";
import { expect, it } from "vitest";
import { call, complete, createProject, parseLines } from "./roo.ts";

it("runs a task to its end with real tools", async () => {
  using here = createProject({ "sum.js": "export const sum = (a, b) => a - b;\n" });
  const { code, result } = await here.run(
    [
      { text: "Looking.", ...call("read_file", { path: "sum.js" }) },
      call("apply_diff", {
        path: "sum.js",
        diff: "<<<<<<< SEARCH\nexport const sum = (a, b) => a - b;\n=======\nexport const sum = (a, b) => a + b;\n>>>>>>> REPLACE",
      }),
      { ...call("execute_command", { command: "cat sum.js" }) },
      { expect: "a + b", ...complete("repaired"), usage: { inputTokens: 100, outputTokens: 20, costUsd: 0.25 } },
    ],
    "--auto-approve",
    "edit,command",
  );
  expect(code).toBe(0);
  expect(here.read("sum.js")).toBe("export const sum = (a, b) => a + b;\n");
  expect(result).toEqual({
    taskId: here.taskIds()[0],
    status: "completed",
    result: "repaired",
    verification: "unverified",
    turns: 4,
    usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0.25 },
    durationMs: expect.any(Number),
    filesChanged: ["sum.js"],
  });
});

it("writes only the result to standard output, and progress to standard error unless --quiet", async () => {
  using here = createProject();
  const script = here.script([{ text: "Thinking aloud.", ...complete("the result") }]);
  const loud = await here.roo(["run", "--replay", script, "do it"]);
  expect(loud).toMatchObject({ code: 0, stdout: "the result\n" });
  expect(loud.stderr).toContain("Thinking aloud.");
  const quiet = await here.roo(["run", "--replay", script, "--quiet", "do it"]);
  expect(quiet).toEqual({ code: 0, stdout: "the result\n", stderr: "" });
});

it("prints every event of the log, live deltas in between, and the result last as ndjson", async () => {
  using here = createProject({ a: "A" });
  const script = here.script([
    { text: "a longer text than one chunk", ...call("read_file", { path: "a" }) },
    complete("done"),
  ]);
  const { code, stdout } = await here.roo(["run", "--replay", script, "--output", "ndjson", "do it"]);
  expect(code).toBe(0);
  const lines = parseLines(stdout) as { type: string; live?: true; text?: string }[];
  const [taskId = ""] = here.taskIds();
  expect(lines.filter(({ live, type }) => !live && type !== "result")).toEqual(here.events(taskId));
  expect(
    lines
      .filter(({ type }) => type === "text.delta")
      .map(({ text }) => text)
      .join(""),
  ).toBe("a longer text than one chunk");
  expect(lines.at(-1)).toMatchObject({ type: "result", taskId, status: "completed", result: "done" });
});

it("reads the prompt from standard input", async () => {
  using here = createProject();
  const { code } = await here.roo(["run", "--replay", here.script([{ expect: "from the pipe", text: "ok" }]), "-"], {
    input: "from the pipe\n",
  });
  expect(code).toBe(0);
});

it("works with any OpenAI-compatible server, and never leaks the key", async () => {
  using here = createProject({ "a.txt": "content of a" });
  await using server = await chatServer([
    { calls: [{ name: "read_file", arguments: JSON.stringify({ path: "a.txt" }) }] },
    { text: "all read" },
  ]);
  const args = [
    "run",
    "--base-url",
    server.baseUrl,
    "--api-key",
    "canary-key-1234567890",
    "--model",
    "some-model",
    "--output",
    "ndjson",
    "do it",
  ];
  const { code, stdout, stderr } = await here.roo(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(server.requests[0]?.headers.authorization).toBe("Bearer canary-key-1234567890");
  expect(JSON.stringify(server.requests[1]?.body)).toContain("content of a");
  const log = readFileSync(join(here.home, "tasks", here.taskIds()[0] ?? "", "events.jsonl"), "utf8");
  expect(stdout + log).not.toContain("canary-key");
});

it("hides keys of its environment from commands", async () => {
  using here = createProject();
  const script = here.script([call("execute_command", { command: "env" }), complete("done")]);
  await here.roo(["run", "--replay", script, "--auto-approve", "command", "do it"], {
    env: { OPENAI_API_KEY: "canary-1", MY_SECRET_TOKEN: "canary-2", ROO_HOME: here.home },
  });
  const [taskId = ""] = here.taskIds();
  const ended = here.events(taskId).find((event) => event.type === "tool.end");
  expect(ended).toMatchObject({ isError: false, content: expect.stringContaining("PATH=") });
  expect(JSON.stringify(here.events(taskId))).not.toContain("canary-");
});

it("denies unapproved calls if unattended, tells the model, and ends as denied after three in a row", async () => {
  using here = createProject();
  const write = (path: string) => call("write_to_file", { path, content: "x" });
  const once = await here.run([write("a"), { expect: "Denied", ...complete("could not") }]);
  expect(once).toMatchObject({ code: 0, result: { status: "completed", filesChanged: [] } });
  const thrice = await here.run([write("a"), write("b"), write("c"), complete("never")]);
  expect(thrice).toMatchObject({ code: 4, result: { status: "denied", error: { code: "denied" } } });
});

it("requires more than edit approval for a protected file", async () => {
  using here = createProject();
  const replies = [call("write_to_file", { path: ".vscode/settings.json", content: "{}" }), complete("done")];
  expect((await here.run(replies, "--auto-approve", "all")).result.filesChanged).toEqual([]);
  expect((await here.run(replies, "--auto-approve", "all,protected")).result.filesChanged).toEqual([
    ".vscode/settings.json",
  ]);
});

it("answers a question itself if unattended", async () => {
  using here = createProject();
  const ask = call("ask_followup_question", {
    question: "Red or blue?",
    follow_up: [{ text: "red" }, { text: "blue" }],
  });
  expect(await here.run([ask, { expect: "Decide yourself", text: "red" }])).toMatchObject({
    code: 0,
    result: { result: "red" },
  });
});

it("stops at its limits with exit code 3", async () => {
  using here = createProject();
  const step = (n: number) => ({
    ...call("execute_command", { command: `echo ${n}` }),
    usage: { inputTokens: 60, outputTokens: 40, costUsd: 0.1 },
  });
  const replies = [1, 2, 3, 4, 5].map(step);
  const cases = [
    { flags: ["--max-turns", "2"], error: "limit_turns", turns: 2 },
    { flags: ["--max-tokens", "250"], error: "limit_tokens", turns: 3 },
    { flags: ["--max-cost", "0.15"], error: "limit_cost", turns: 2 },
  ];
  for (const { flags, error, turns } of cases) {
    expect(await here.run(replies, "--auto-approve", "command", ...flags)).toMatchObject({
      code: 3,
      result: { status: "limit", turns, error: { code: error } },
    });
  }
  const slow = await here.run(
    [call("execute_command", { command: "sleep 60" })],
    "--auto-approve",
    "command",
    "--timeout",
    "1",
  );
  expect(slow).toMatchObject({ code: 3, result: { error: { code: "limit_time" } } });
});

it("stops a loop", async () => {
  using here = createProject({ a: "A" });
  const { code, result } = await here.run(Array.from({ length: 6 }, () => call("read_file", { path: "a" })));
  expect({ code, turns: result.turns, error: result.error?.code }).toEqual({ code: 3, turns: 4, error: "limit_loop" });
});

it("sends an image to the model", async () => {
  using here = createProject();
  here.write("dot.png", "not really a picture");
  await using server = await chatServer([{ text: "a dot" }]);
  const { code } = await here.roo([
    "run",
    "--base-url",
    server.baseUrl,
    "--model",
    "m",
    "--image",
    "dot.png",
    "what is this?",
  ]);
  expect(code).toBe(0);
  expect(JSON.stringify(server.requests[0]?.body)).toContain(
    `data:image/png;base64,${Buffer.from("not really a picture").toString("base64")}`,
  );
});

it("writes no control sequences of the model to the terminal", async () => {
  using here = createProject();
  const evil = "\u001b]0;owned\u0007 \u202Etxt.exe \u200b";
  const { stdout, stderr } = await here.roo([
    "run",
    "--replay",
    here.script([{ text: evil, ...complete(evil) }]),
    "do it",
  ]);
  for (const character of evil.match(/[^\x20-\x7e]/g) ?? []) expect(stdout + stderr).not.toContain(character);
  expect(stdout).toContain("<U+001B>]0;owned");
});

it("escapes control characters in a model's text and tool names", async () => {
  using here = createProject();
  const script = here.script([
    call("\u001b[2Junknown", {}),
    call("write_to_file", { path: "\u001b[2J.txt", content: "" }),
    complete("\u001b[2J\u202e"),
  ]);
  const { code, stdout, stderr } = await here.roo([
    "run",
    "--replay",
    script,
    "--auto-approve",
    "edit,protected",
    "do it",
  ]);
  const [taskId = ""] = here.taskIds();
  const shown = await here.roo(["tasks", "show", taskId]);
  expect(code).toBe(0);
  expect(stderr).toContain("changed <U+001B>[2J.txt");
  const printed = stdout + stderr + shown.stdout;
  expect(["\u001b", "\u202e"].filter((character) => printed.includes(character))).toEqual([]);
});
