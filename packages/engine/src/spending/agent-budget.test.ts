import { FakeClock } from "@roo-code/testkit/fake-clock";
import { ScriptedClient } from "@roo-code/testkit/scripted-client";
import {
  type BudgetEstimate,
  BudgetLedger,
  type ModelClient,
  noUsage,
  ProviderError,
  type TaskEvent,
} from "@roo-code/types";
import { expect, it } from "vitest";
import { stage } from "../../test/agent-harness.ts";
import { FakeSubtasks } from "../../test/fake-subtasks.ts";
import { ContextMeter } from "../context/context-meter.ts";
import { BudgetedClient, estimateRequest } from "./budgeted-client.ts";

const priced = (costUsd: number) => ({ ...noUsage(), inputTokens: 100, outputTokens: 10, costUsd });
const look = { name: "look", input: { path: "a.txt" } };
const task = { taskId: "t", agent: "root", priorAttempts: 0 };
const request = {
  systemPrompt: "s".repeat(98),
  messages: [],
  tools: [],
  metadata: task,
  signal: new AbortController().signal,
};

it("warns in the log at 50 and 80 percent, and tells the model once, in the newest result", async () => {
  await using here = await stage({
    files: { "a.txt": "text" },
    replies: [
      { calls: [look], usage: priced(0.45) },
      { calls: [look], usage: priced(0.15) },
      { calls: [look], usage: priced(0.25) },
      { calls: [{ ...look, input: { path: "b.txt" } }], usage: priced(0.1) },
      { text: "done", usage: priced(0.01) },
    ],
    limits: { costUsd: 1 },
  });
  expect((await here.run()).status).toBe("completed");
  const events = await here.events();
  expect(notices(events)).toEqual([
    ["budget_50", "60 % of the limit of 1 USD is used."],
    ["budget_80", "85 % of the limit of 1 USD is used."],
  ]);
  const told = events.flatMap((event) => (event.type === "tool.end" ? [event.notice?.split("\n").at(-1)] : []));
  const note = "85 % of the budget of this run (1 USD) is used up. Do what matters most, then complete.";
  expect(told.map((text) => text === note)).toEqual([false, false, true, false]);
});

it("stops a tree before a request beyond its limit", async () => {
  const subtasks = new FakeSubtasks();
  const calls = ["a", "b", "c"].map((message) => ({ name: "new_task", input: { mode: "code", message } }));
  await using here = await stage({
    replies: [{ calls, usage: priced(0.1) }, "never sent"],
    limits: { costUsd: 1.5 },
    autoApprove: ["subtask"],
    subtasks,
  });
  const result = await here.run();
  expect(result).toMatchObject({ status: "limit", error: { code: "limit_cost" } });
  expect(here.client.requests).toHaveLength(1);
  expect(notices(await here.events()).map(([code]) => code)).toEqual(["budget_50", "budget_80"]);
});

it("counts usage before a reply can be read, and releases a failed request", async () => {
  const budget = new BudgetLedger({ limits: { turns: 2 }, clock: new FakeClock() });
  const failing = { text: "half", error: new ProviderError({ code: "server_error", message: "down" }) };
  const client = budgeted(new ScriptedClient([failing, { text: "one", usage: priced(0.1) }, "two"]), budget);
  await expect(client.createMessage(request).getFinalMessage()).rejects.toThrow("down");
  expect(budget.nearest()?.share).toBe(0);
  const stream = client.createMessage(request);
  for await (const chunk of stream) if (chunk.type === "message.end") break;
  expect((await client.createMessage(request).getFinalMessage()).message.content).toMatchObject([{ text: "two" }]);
  expect(budget.nearest()?.share).toBe(0.5);
});

it("delays a request until there is room, and fails with the Stop that ends the run", async () => {
  const budget = new BudgetLedger({ limits: { turns: 1 }, clock: new FakeClock() });
  const scripted = new ScriptedClient(["one", "two"]);
  const client = budgeted(scripted, budget);
  const [first, second] = [client.createMessage(request), client.createMessage(request)];
  const answers = await Promise.allSettled([first.getFinalMessage(), second.getFinalMessage()]);
  expect(answers).toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { outcome: { status: "limit", error: { code: "limit_turns" } } } },
  ]);
  expect(scripted.requests).toHaveLength(1);
});

it("estimates a request by its prompt and the longest reply, at the highest rate", async () => {
  const prices = { input: 1, output: 10, cacheWrite: 2, tiers: [{ above: 90, input: 4, output: 20 }] };
  const context = {
    modelLimits: async () => ({ maxOutput: 1000, prices }),
    estimateTokens: (text: string) => text.length,
    threshold: 75,
  };
  await using here = await stage({ replies: [] });
  const parts = { context, meter: new ContextMeter((text) => text.length), state: here.agent.state };
  expect(await estimateRequest(request, parts)).toEqual({
    turns: 1,
    tokens: 1100,
    costUsd: (100 * 4 + 1000 * 20) / 1_000_000,
  });
  const unknown = { ...parts, context: { ...context, modelLimits: async () => ({}) } };
  expect(await estimateRequest(request, unknown)).toEqual({ turns: 1 });
});

function budgeted(client: ModelClient, budget: BudgetLedger): BudgetedClient {
  return new BudgetedClient({ client, budget, estimate: async (): Promise<BudgetEstimate> => ({ turns: 1 }) });
}

function notices(events: readonly TaskEvent[]): [string, string][] {
  return events.flatMap((event): [string, string][] =>
    event.type === "notice.added" ? [[event.code, event.message]] : [],
  );
}
