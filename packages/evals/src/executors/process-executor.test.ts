import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ControlGroups, limitsWith } from "@roo-code/workspace/sandbox";
import { describe, expect, it } from "vitest";
import { fakeRunner, jobFor, processesOf } from "../../test/runner-jobs.ts";
import type { AgentUpdate } from "../trial-agent.ts";
import { processExecutor } from "./process-executor.ts";
import { RunnerProcess } from "./runner-process.ts";

const environment = { ...process.env, DATABASE_URL: "postgres://secret" };
const executor = processExecutor({ runner: fakeRunner, environment });

it("passes a job to a process, and its updates and report back", async () => {
  using job = jobFor("works");
  const update: AgentUpdate[] = [];
  const report = await executor.start(job, (item) => update.push(item)).end;
  expect(report).toMatchObject({ verdict: "passed", diff: "no database made-up" });
  expect(update).toMatchObject([{ type: "usage", metrics: { tokensIn: 7 } }]);
  expect(processesOf(job)).toEqual([]);
});

it("reports a runner that dies as an error, with its output and usage", async () => {
  using job = jobFor("dies");
  expect(await executor.start(job, () => {}).end).toMatchObject({
    verdict: "error",
    error: { code: "runner_died", message: expect.stringMatching(/exited with 3. Output: the last output/) },
    metrics: { tokensIn: 7 },
  });
  expect(readFileSync(join(job.artifacts, "runner.log"), "utf8")).toContain("the last output");
});

it("ignores invalid lines of a runner, and logs them", async () => {
  using job = jobFor("chatters");
  expect((await executor.start(job, () => {}).end).verdict).toBe("passed");
  expect(readFileSync(join(job.artifacts, "runner.log"), "utf8")).toMatch(/not a protocol line[\s\S]*"type":"usage"/);
});

it("stops an agent at a limit of the run, and waits for its grading", async () => {
  using job = jobFor("stops");
  const running = executor.start(job, () => running.stop("cost"));
  expect(await running.end).toMatchObject({ verdict: "limit", limit: "cost" });
});

it("reports a runner that cannot be started", async () => {
  using job = jobFor("works");
  const missing = processExecutor({ runner: ["/nowhere/roo"], environment });
  expect((await missing.start(job, () => {}).end).error?.code).toBe("runner_died");
  // Without control groups there is no shell in between.
  const bare = { program: "/nowhere/roo", arguments: [], environment, job, deadlineMs: 60_000 };
  const { error } = await new RunnerProcess({ ...bare, observe: () => {}, log: () => {} }).end;
  expect(error).toMatchObject({ code: "runner_died", message: expect.stringContaining("ENOENT") });
});

describe.skipIf(process.platform !== "linux")("the processes of a trial (needs /proc)", () => {
  it("are all ended with the trial, even detached ones", async () => {
    using job = jobFor("hangs");
    const running = executor.start(job, () => {});
    await expect.poll(() => processesOf(job).length).toBeGreaterThanOrEqual(3);
    await expect.poll(() => existsSync(join(job.artifacts, "hangs"))).toBe(true);
    running.kill();
    expect((await running.end).error).toMatchObject({ code: "runner_died" });
    expect(processesOf(job)).toEqual([]);
  });
});

const canLimit = (() => {
  const groups = new ControlGroups(limitsWith());
  const { isComplete } = groups;
  groups.dispose();
  return isComplete;
})();

describe.skipIf(!canLimit)("a trial's resources (need control groups that can be written)", () => {
  it("end a trial that exceeds them, with an error that says so", async () => {
    using job = jobFor("eats");
    const small = processExecutor({
      runner: fakeRunner,
      environment,
      resources: { memoryBytes: 512 * 1024 ** 2, cpus: 1 },
    });
    expect((await small.start(job, () => {}).end).error?.message).toContain("exceeded the memory limit of a trial");
  });
});
