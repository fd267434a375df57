import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ControlGroups, limitsWith } from "@roo-code/workspace/sandbox";
import { describe, expect, it } from "vitest";
import { fakeRunner, orderFor, processesOf } from "../../test/runner-orders.ts";
import type { AgentNews } from "../trial-agent.ts";
import { processExecutor } from "./process-executor.ts";

const environment = { ...process.env, DATABASE_URL: "postgres://secret" };
const executor = processExecutor({ runner: fakeRunner, environment });

it("hands an order to a process and its news and report back", async () => {
  using order = orderFor("works");
  const news: AgentNews[] = [];
  const report = await executor.start(order, (item) => news.push(item)).end;
  expect(report).toMatchObject({ verdict: "passed", diff: "no database made-up" });
  expect(news).toMatchObject([{ type: "usage", metrics: { tokensIn: 7 } }]);
  expect(processesOf(order)).toEqual([]);
}, 60_000);

it("takes a runner that dies for an error, with what it said and had used", async () => {
  using order = orderFor("dies");
  expect(await executor.start(order, () => {}).end).toMatchObject({
    verdict: "error",
    error: { code: "runner_died", message: expect.stringMatching(/ended with 3. It said: a last word/) },
    metrics: { tokensIn: 7 },
  });
  expect(readFileSync(join(order.artifacts, "runner.log"), "utf8")).toContain("a last word");
}, 60_000);

it("passes over what is no line of a runner, and logs it", async () => {
  using order = orderFor("chatters");
  expect((await executor.start(order, () => {}).end).verdict).toBe("passed");
  expect(readFileSync(join(order.artifacts, "runner.log"), "utf8")).toMatch(/no line of ours[\s\S]*"type":"usage"/);
}, 60_000);

it("has an agent stop at a cap of the run, and waits for its grading", async () => {
  using order = orderFor("stops");
  const running = executor.start(order, () => running.stop("cost"));
  expect(await running.end).toMatchObject({ verdict: "limit", limit: "cost" });
}, 60_000);

it("says when a runner cannot even be started", async () => {
  using order = orderFor("works");
  const nobody = processExecutor({ runner: ["/nowhere/roo"], environment });
  expect((await nobody.start(order, () => {}).end).error?.code).toBe("runner_died");
}, 60_000);

describe.skipIf(process.platform !== "linux")("what a trial started (needs /proc)", () => {
  it("is all gone when the trial is ended, however it hides", async () => {
    using order = orderFor("hangs");
    const running = executor.start(order, () => {});
    await expect.poll(() => processesOf(order).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
    expect(existsSync(join(order.artifacts, "hangs"))).toBe(true);
    running.kill();
    expect((await running.end).error).toMatchObject({ code: "runner_died" });
    expect(processesOf(order)).toEqual([]);
  }, 60_000);
});

const canLimit = (() => {
  const groups = new ControlGroups(limitsWith());
  const { isComplete } = groups;
  groups.dispose();
  return isComplete;
})();

describe.skipIf(!canLimit)("a trial's resources (need control groups that can be written)", () => {
  it("end the trial that takes more, as an error that says so", async () => {
    using order = orderFor("eats");
    const small = processExecutor({
      runner: fakeRunner,
      environment,
      resources: { memoryBytes: 512 * 1024 ** 2, cpus: 1 },
    });
    expect((await small.start(order, () => {}).end).error?.message).toContain("more memory than a trial may");
  }, 60_000);
});
