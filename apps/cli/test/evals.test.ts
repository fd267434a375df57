import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { hasRedis, tempRedis } from "@roo-code/testkit/temp-redis";
import { afterAll, beforeAll, expect, it } from "vitest";
import { canHideAnswers, createEvalsProject, parsed, solution } from "./evals-project.ts";
import { createProject } from "./roo.ts";

let databases: TempDatabases;
beforeAll(async () => {
  databases = await tempDatabases();
});
afterAll(() => databases[Symbol.asyncDispose]());

it("validates a suite, and compares, reports and deletes runs", async () => {
  using at = createEvalsProject((await databases.create()).url);
  const run = (agent: string) => at.roo(["evals", "run", "--suite", at.suite, "--agent", agent]);
  const oracle = await run("oracle");
  expect([oracle.code, oracle.stdout]).toEqual([0, expect.stringContaining("2 of 2 scored trials passed: 100.0 %")]);
  // The plan is shown before the run starts.
  expect(oracle.stderr.indexOf("fewer than six exercises show nothing")).toBeLessThan(oracle.stderr.indexOf("1/2 ✓"));
  expect((await run("null")).stdout).toContain("0 of 2 scored trials passed: 0.0 %");
  expect((await at.roo(["evals", "status"])).stdout).toMatch(/^2 +finished .*\n1 +finished/m);
  const comparison = JSON.parse((await at.roo(["evals", "compare", "1", "2", "--output", "json"])).stdout);
  expect(comparison).toMatchObject({ shared: 2, onlyA: 2, onlyB: 0, difference: -100, pValue: 0.5 });
  expect((await at.roo(["evals", "compare", "1", "2"])).stdout).toContain(
    "No significant difference between run 1 and run 2",
  );
  expect((await at.roo(["evals", "export", "1", "2", "--to", "report.html"])).code).toBe(0);
  expect(at.read("report.html")).toContain("<svg");
  expect((await at.roo(["evals", "export", "1", "--format", "csv"])).stdout).toMatch(/^run,.*\n.*two-fer/m);
  expect((await at.roo(["evals", "watch", "1", "--output", "ndjson"])).stdout.split("\n")[0]).toContain('"type":"run"');
  const logs = join(at.home, "evals", "runs", "2");
  expect(existsSync(logs)).toBe(true);
  expect((await at.roo(["evals", "prune", "2"])).stdout).toBe("removed run 2\n");
  expect([existsSync(logs), (await at.roo(["evals", "show", "2"])).stderr]).toEqual([
    false,
    expect.stringContaining("Run 2 not found."),
  ]);
});

it("needs no setup: it starts its own database, and stops it at the end", async () => {
  using at = createEvalsProject("");
  const outcome = await at.roo([
    "evals",
    "run",
    "--suite",
    at.suite,
    "--agent",
    "null",
    "--exercise",
    "leap",
    "--quiet",
  ]);
  expect([outcome.code, outcome.stderr]).toEqual([0, ""]);
  const file = join(at.home, "postgres", "data", "postmaster.pid");
  await expect.poll(() => existsSync(file)).toBe(false);
  expect((await at.roo(["evals", "status"])).stdout).toContain("null");
  await expect.poll(() => existsSync(file)).toBe(false);
});

it.each([
  [["run", "--suite", "nowhere"], "No such suite or folder: nowhere"],
  [["run", "--suite", "SUITE", "--agent", "claude"], 'Unknown agent: "claude".'],
  [["run", "--suite", "SUITE", "--exercise", "bowling", "--agent", "null"], "has no exercise bowling"],
  [["run", "--suite", "SUITE", "--language", "cobol", "--agent", "null"], "has no exercises in cobol"],
  [["run", "--concurrency", "26"], "it must be a whole number from 1 to 25"],
  [["run", "--suite", "SUITE", "--agent", "null", "--setting", "x"], "it must be KEY=VALUE"],
  [["show", "one"], 'Not a run id: "one"'],
  [["frobnicate"], "Unknown command: roo evals frobnicate"],
])("reports what is wrong with %j", async (words, message) => {
  using at = createEvalsProject("postgres://nobody@127.0.0.1:1/none");
  const outcome = await at.roo(["evals", ...words.map((word) => word.replace("SUITE", at.suite))]);
  expect([outcome.code, outcome.stdout, outcome.stderr]).toEqual([2, "", expect.stringContaining(message)]);
});

it.each([
  [["--max-cost", "1"], "Cannot limit cost of a command agent"],
  [["--run-tokens", "1000"], "Cannot limit tokens of a command agent"],
])("rejects a limit that another program cannot enforce: %j", async (words, message) => {
  using at = createEvalsProject("postgres://nobody@127.0.0.1:1/none");
  const outcome = await at.roo(["evals", "run", "--suite", at.suite, "--agent", "command:true", ...words]);
  expect([outcome.code, outcome.stderr]).toEqual([2, expect.stringContaining(message)]);
});

it("refuses another program if the answers cannot be hidden from it", async () => {
  using at = createEvalsProject("postgres://nobody@127.0.0.1:1/none");
  at.env["PATH"] = at.path("no-programs");
  const outcome = await at.roo(["evals", "run", "--suite", at.suite, "--agent", "command:true"]);
  expect([outcome.code, outcome.stderr]).toEqual([2, expect.stringContaining("Install bubblewrap")]);
});

it("names the database that cannot be reached", async () => {
  using at = createEvalsProject("postgres://nobody:canary@127.0.0.1:1/none");
  const { code, stderr } = await at.roo(["evals", "status"]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/127\.0\.0\.1:1\/none cannot be reached/)]);
  expect(stderr).not.toContain("canary");
});

/** A task that fixes `sum.mjs`, and its final check. */
async function repairSum(test: string, check: string) {
  const at = createProject({
    "sum.mjs": "export const sum = () => 0;\n",
    "test/sum.test.mjs": test,
    "package.json": '{"private": true, "scripts": {"test": "node --test"}}\n',
  });
  at.env.DATABASE_URL = (await databases.create()).url;
  const right = { path: "sum.mjs", content: "export const sum = (a, b) => a + b;\n" };
  const task = await at.run(
    [
      { toolCalls: [{ name: "write_to_file", input: right }] },
      { toolCalls: [{ name: "execute_command", input: { command: check } }] },
      { toolCalls: [{ name: "attempt_completion", input: { result: "done" } }] },
    ],
    "--auto-approve",
    "all",
  );
  expect(task.code).toBe(0);
  const fromTask = (...words: string[]) =>
    at.roo(["evals", "from-task", task.result.taskId, "--name", "sum", ...words]);
  return { at, fromTask };
}

const sumTest =
  "import { strictEqual } from 'node:assert';\nimport { test } from 'node:test';\nimport { sum } from '../sum.mjs';\ntest('adds', () => strictEqual(sum(1, 2), 3));\n";

it("turns a recorded task into an exercise that fails before it and passes after it", async () => {
  const { at, fromTask } = await repairSum(sumTest, "node --test");
  using _ = at;
  const made = await fromTask("--into", "../suite");
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining("javascript tests in test/sum.test.mjs")]);
  const folder = join(at.folder, "..", "suite");
  expect(readFileSync(join(folder, "sum", "sum.mjs"), "utf8")).toContain("() => 0");
  const run = async (agent: string) =>
    parsed(await at.roo(["evals", "run", "--suite", folder, "--agent", agent, "--output", "json"])).trials[0]?.verdict;
  expect([await run("oracle"), await run("null")]).toEqual(["passed", "failed"]);
  // A solution that ends the check before a test has run passes nothing.
  at.write("../exit.yaml", "steps: [{write: sum.mjs, text: 'process.exit(0); export const sum = 0;'}]\n");
  expect(await run(`scripted:${at.path("../exit.yaml")}`)).toBe("failed");
});

it("counts the tests that a test runner reports", async () => {
  const { at, fromTask } = await repairSum(sumTest, "npm test");
  using _ = at;
  const report = 'node --test --test-reporter=tap --test-reporter-destination="$ROO_RESULTS"';
  const told = await fromTask("--into", "../told", "--command", report, "--results", "tap");
  expect([told.code, told.stderr]).toEqual([0, ""]);
  expect(readFileSync(at.path("../told/sum/exercise.yaml"), "utf8")).toMatch(/results: tap\n +expected: 1/);
});

it("rejects a task whose check does not report which tests passed", async () => {
  const plain =
    "import { strictEqual } from 'node:assert';\nimport { sum } from '../sum.mjs';\nstrictEqual(sum(1, 2), 3);\n";
  const { at, fromTask } = await repairSum(plain, "node test/sum.test.mjs");
  using _ = at;
  const made = await fromTask();
  expect([made.code, made.stderr]).toEqual([
    2,
    expect.stringMatching(/does not report which tests passed.*--results junit/s),
  ]);
  const useless = await fromTask("--command", "echo 'ok 1' > $ROO_RESULTS", "--results", "tap");
  expect([useless.code, useless.stderr]).toEqual([2, expect.stringContaining("passes without any change")]);
  expect(existsSync(at.path("evals/sum"))).toBe(false);
});

it.skipIf(!hasRedis || !canHideAnswers)(
  "evaluates any other program, and publishes updates over Redis",
  async () => {
    using at = createEvalsProject((await databases.create()).url);
    await using redis = await tempRedis();
    const heard = await redis.listen("evals:1");
    at.env.REDIS_URL = redis.url;
    at.write("solve.sh", `cat > two-fer.js <<'END'\n${solution}END\n`);
    const agent = `command:sh ${at.path("solve.sh")}`;
    const words = ["--suite", at.suite, "--language", "javascript", "--agent", agent, "--output", "json"];
    expect(parsed(await at.roo(["evals", "run", ...words]))).toMatchObject({
      run: { model: agent },
      trials: [{ verdict: "passed" }],
    });
    await expect.poll(() => heard).toEqual(['{"eventName":"evalPass","taskId":1}']);
  },
  120_000,
);
