import { expect, test } from "vitest";
import { call, failed, findAndRead, mcpTrial } from "../../../test/mcp-trials.ts";
import { measureMcp, summarizeMcp } from "./summarize-mcp.ts";

const perfect = () => mcpTrial([call("find"), call("read")]);
const wasteful = () => mcpTrial([call("find"), call("find"), call("list"), call("read")]);
const wrongTool = () => mcpTrial([call("search"), call("list")], { succeeded: false });
const givesUp = () => mcpTrial([], { succeeded: false });

test("a perfect model", () => {
  const metrics = measureMcp([perfect()]);
  expect(metrics).toMatchObject({
    trials: 1,
    intents: 1,
    success: { passed: 1, scored: 1, rate: 1 },
    precision: { value: 1 },
    recall: { value: 1 },
    firstCallAccuracy: { value: 1 },
    calls: { calls: 2, errorRate: 0, schemaValidRate: 1, redundant: 0 },
    recoveryRate: null,
    steps: { median: 2, p95: 2 },
    pathEfficiency: { value: 1 },
    responseBytes: { median: 200 },
    cost: { total: 0.02, perSuccess: 0.02 },
  });
});

test("a wasteful model succeeds with extra calls", () => {
  expect(measureMcp([wasteful()])).toMatchObject({
    success: { rate: 1 },
    precision: { value: 2 / 3 },
    recall: { value: 1 },
    firstCallAccuracy: { value: 1 },
    calls: { calls: 4, redundant: 1 },
    steps: { median: 4 },
    pathEfficiency: { value: 0.5 },
    responseBytes: { median: 400 },
  });
});

test("a model that chooses the wrong tools", () => {
  expect(measureMcp([wrongTool()])).toMatchObject({
    success: { rate: 0 },
    precision: { value: 0 },
    recall: { value: 0 },
    firstCallAccuracy: { value: 0 },
    pathEfficiency: null,
    cost: { perSuccess: null },
  });
});

test("a model that gives up has chosen no tools, is not efficient, and has no latency", () => {
  expect(measureMcp([givesUp()])).toMatchObject({
    success: { rate: 0 },
    precision: null,
    recall: { value: 0 },
    firstCallAccuracy: { value: 0 },
    calls: { calls: 0, errorRate: null, schemaValidRate: null },
    steps: { median: 0 },
    pathEfficiency: null,
    latency: null,
  });
});

test("an intent that needs no tool is fulfilled without calls", () => {
  const intent = { ...findAndRead, gold: { files: { tools: [], minimumSteps: 0 } } };
  expect(measureMcp([mcpTrial([], { intent })])).toMatchObject({
    recall: null,
    precision: null,
    firstCallAccuracy: { value: 1 },
    pathEfficiency: { value: 1 },
  });
  expect(measureMcp([mcpTrial([call("find")], { intent })])).toMatchObject({
    precision: { value: 0 },
    firstCallAccuracy: { value: 0 },
    pathEfficiency: { value: 0 },
  });
});

test("errors are counted by class; a trial with one that succeeds has recovered", () => {
  const recovered = mcpTrial([failed("find", "MCP error -32602: Invalid arguments"), call("find"), call("read")]);
  const lost = mcpTrial([failed("find", "fetch failed"), failed("find", "fetch failed")], { succeeded: false });
  const ungraded = mcpTrial([failed("find", "no such folder")], { succeeded: null });
  const metrics = measureMcp([recovered, lost, ungraded, perfect()]);
  expect(metrics.calls).toEqual({
    calls: 8,
    errors: { transport: 2, timeout: 0, protocol: 0, validation: 1, tool: 1 },
    errorRate: 0.5,
    schemaValidRate: 7 / 8,
    redundant: 0,
  });
  expect(metrics.recoveryRate).toMatchObject({ value: 0.5, trials: 2 });
  expect(metrics.success).toMatchObject({ passed: 2, scored: 3 });
});

test("latency of calls and connections: median and 95 %", () => {
  const timed = mcpTrial(
    Array.from({ length: 101 }, (_, index) => call("find", { durationMs: index })),
    { connecting: [30, 50] },
  );
  expect(measureMcp([timed])).toMatchObject({
    latency: { count: 101, median: 50, p95: 95, max: 100 },
    connecting: { count: 2, median: 40 },
  });
});

test("intents have equal weight, however often each was tried", () => {
  const other = { ...findAndRead, id: "other" };
  const metrics = measureMcp([perfect(), perfect(), perfect(), mcpTrial([call("list")], { intent: other })]);
  expect(metrics.precision).toMatchObject({ value: 0.5, trials: 4 });
});

test("stability is pass^k over the tries of each intent", () => {
  const other = { ...findAndRead, id: "other" };
  const tries = [true, true, false].map((succeeded) => mcpTrial([call("find")], { succeeded }));
  const always = [true, true, true].map((succeeded) => mcpTrial([call("find")], { succeeded, intent: other }));
  const { repeatedTries } = measureMcp([...tries, ...always]);
  expect(repeatedTries.map(({ k, passHatK }) => [k, passHatK.rate])).toEqual([
    [1, (2 / 3 + 1) / 2],
    [2, (1 / 3 + 1) / 2],
    [3, 0.5],
  ]);
});

test("an unknown price leaves the cost per success unknown", () => {
  expect(measureMcp([perfect(), mcpTrial([], { cost: null })]).cost).toEqual({
    total: 0.02,
    perSuccess: null,
    unpricedTrials: 1,
  });
});

test("one row for each server, with its intents and its own tools", () => {
  const servers = summarizeMcp([
    mcpTrial([call("open")], { server: "other" }),
    perfect(),
    mcpTrial([call("find")], { server: "other", intent: { ...findAndRead, id: "second" }, succeeded: false }),
  ]);
  expect(servers.map(({ server, metrics }) => [server, metrics.trials, metrics.recall?.value])).toEqual([
    ["files", 1, 1],
    ["other", 2, 0.5],
  ]);
  expect(servers[1]?.byIntent.map(({ intent, metrics }) => [intent, metrics.success.rate])).toEqual([
    ["find-and-read", 1],
    ["second", 0],
  ]);
});

test("calls to other servers in the same task are not counted", () => {
  const elsewhere = mcpTrial([call("list")], { server: "other" }).rows.benchmarks;
  const both = { ...perfect(), rows: { ...perfect().rows, benchmarks: [...elsewhere, ...perfect().rows.benchmarks] } };
  expect(measureMcp([both]).calls.calls).toBe(2);
});

test("an intent without expected tools for a server has no selection scores", () => {
  const unknown = { precision: null, recall: null, firstCallAccuracy: null, pathEfficiency: null };
  expect(measureMcp([mcpTrial([call("find")], { server: "unknown" })])).toMatchObject(unknown);
});
