import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { canHideAnswers, createEvalsProject, parsed, solution } from "./evals-project.ts";

let databases: TempDatabases;
let url: string;
beforeAll(async () => {
  databases = await tempDatabases();
  ({ url } = await databases.create());
});
afterAll(() => databases[Symbol.asyncDispose]());

const usage = { inputTokens: 100, outputTokens: 10, cacheReadTokens: 5, cacheWriteTokens: 1, costUsd: 0.01 };
const look = {
  toolCalls: [{ name: "execute_command", input: { command: "ls -a . /tmp; cat ~/.roo* || true" } }],
  usage,
};
const miss = { toolCalls: [{ name: "read_file", input: { path: "nowhere.js" } }], usage };
const write = (content: string) => ({
  toolCalls: [{ name: "write_to_file", input: { path: "two-fer.js", content } }],
  usage,
});
const finish = { toolCalls: [{ name: "attempt_completion", input: { result: "done" } }], usage };

const one = ["--exercise", "two-fer", "--output", "json"];

it("lets our own agent solve an exercise over its socket, and records its usage", async () => {
  using at = createEvalsProject(url);
  const script = at.script([look, miss, write(solution), finish]);
  const outcome = await at.roo(["evals", "run", "--suite", at.suite, "--replay", script, ...one]);
  const { run, trials } = parsed(outcome);
  expect(outcome.code).toBe(0);
  expect(run).toMatchObject({
    status: "finished",
    model: "replay/script",
    tokensIn: 400,
    counts: { passed: 1, total: 1 },
  });
  expect(trials).toMatchObject([
    {
      verdict: "passed",
      tests: { expected: 2, passed: 2, failed: 0, skipped: 0 },
      attempts: 1,
      metrics: {
        tokensIn: 400,
        tokensOut: 40,
        tokensContext: 100,
        cacheReads: 20,
        cacheWrites: 4,
        cost: 0.04,
        turns: 4,
        toolUsage: {
          execute_command: { attempts: 1, failures: 0 },
          read_file: { attempts: 1, failures: 1 },
          write_to_file: { attempts: 1, failures: 0 },
        },
      },
    },
  ]);
  const artifacts = join(at.home, "evals", "runs", String(run.id), "javascript-two-fer.1.1");
  const trajectory = JSON.parse(readFileSync(join(artifacts, "trajectory.json"), "utf8"));
  expect(trajectory).toMatchObject({ schema_version: "ATIF-v1.7", final_metrics: { total_prompt_tokens: 400 } });
  const shown = await at.roo(["evals", "show", String(run.id), String(trials[0]?.id)]);
  expect(shown.stdout).toContain("+export const twoFer = (name = 'you')");
  expect(shown.stdout).toContain("read_file: ");
  expect(existsSync(join(artifacts, "agent.log"))).toBe(true);
});

it.skipIf(!canHideAnswers)(
  "hides tests, answers and other trials from it (needs bwrap)",
  async () => {
    using at = createEvalsProject(url);
    const script = at.script([look, write(solution), finish]);
    const { run } = parsed(await at.roo(["evals", "run", "--suite", at.suite, "--replay", script, ...one]));
    const tasks = join(at.home, "evals", "runs", String(run.id), "javascript-two-fer.1.1", "tasks");
    const [taskId = ""] = readdirSync(tasks);
    const log = readFileSync(join(tasks, taskId, "events.jsonl"), "utf8");
    expect(log).toContain("two-fer.js");
    expect(log).not.toMatch(/two-fer\.spec|\.reference|-home-/);
  },
  120_000,
);

it("stops at a limit, grades the result, and reports the limit", async () => {
  using at = createEvalsProject(url);
  const script = at.script([write(solution), look, look, look, finish]);
  const run = (...more: string[]) => at.roo(["evals", "run", "--suite", at.suite, "--replay", script, ...one, ...more]);
  expect(parsed(await run("--max-turns", "2")).trials).toMatchObject([
    { verdict: "passed", limit: "turns", metrics: { turns: 2 } },
  ]);
  const idle = at.script([{ text: "…", delayMs: 600_000 }]);
  const timed = parsed(
    await at.roo(["evals", "run", "--suite", at.suite, "--replay", idle, ...one, "--timeout", "0.05"]),
  );
  expect(timed.trials).toMatchObject([{ verdict: "limit", limit: "time", tests: { failed: 2 } }]);
  const spent = await run("--run-cost", "0.02");
  expect([spent.code, parsed(spent).run.limit]).toEqual([3, "cost"]);
});

it("is told what failed and continues the same task on a second try", async () => {
  using at = createEvalsProject(url);
  const again = { ...write(solution), expect: "not yet" };
  const script = at.script([finish, again, finish]);
  const words = ["--suite", at.suite, "--replay", script, "--tests", "after-first-try"];
  const outcome = await at.roo(["evals", "run", ...words, ...one]);
  const { trials } = parsed(outcome);
  expect(trials).toMatchObject([{ verdict: "passed", metrics: { turns: 3, tokensIn: 300 } }]);
});

it("counts an unreachable model as an error, not as a failure", async () => {
  using at = createEvalsProject(url);
  const script = at.script([{ error: { status: 401, message: "no such key" } }]);
  const outcome = await at.roo(["evals", "run", "--suite", at.suite, "--replay", script, ...one]);
  expect(outcome.code).toBe(1);
  expect(parsed(outcome)).toMatchObject({
    run: { counts: { error: 1, failed: 0 } },
    trials: [{ verdict: "error", attempts: 3, error: { code: "unauthorized" } }],
    summary: { overall: { graded: 0, rate: null }, errors: 1 },
  });
});
