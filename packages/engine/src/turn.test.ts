import type { ScriptedStep } from "@roo-code/testkit/scripted-client";
import type { ScriptedReply } from "@roo-code/testkit/scripted-reply";
import { type EventDraft, type ModelRequest, messageText, ProviderError, type UserMessage } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchange, flawOf, said, turnStage } from "../test/turn-stage.ts";
import { takeTurn } from "./turn.ts";

const overflow = (message = "input is too long"): ScriptedReply => ({
  error: new ProviderError({ code: "context_overflow", message }),
});
const busy: ScriptedReply = { error: new ProviderError({ code: "overloaded", message: "busy" }) };
const summary = "## Decisions\n- use SQLite, it needs no server\n- no new dependencies\n\n## Facts\nThe port is 4711.";
const past = (count: number, size = 1000): EventDraft[] => [
  said("Build the parser.", "goal"),
  ...Array.from({ length: count }, (_, index) => exchange(`c${index}`, `result ${index} ${"x".repeat(size)}`)).flat(),
];
const isSummaryAsked = ({ metadata }: ModelRequest): boolean => metadata.purpose === "condense";
const textOf = (message: unknown): string => messageText(message as UserMessage);

describe("a request that takes too much of the window", () => {
  it("is sent unchanged up to the threshold, with its composition", async () => {
    await using stage = await turnStage({ replies: ["ok"], past: past(5), context: { window: 12_000 } });
    await takeTurn(stage.deps);
    const [start] = await stage.eventsOf("turn.start");
    expect(start?.context).toMatchObject({ system: 9, window: 12_000 });
    expect(await stage.eventsOf("summary.added")).toEqual([]);
  });

  it("is shortened by a summary of the same model, which is not a turn, and keeps the newest exchanges", async () => {
    await using stage = await turnStage({
      replies: [{ text: summary, usage: { inputTokens: 7, outputTokens: 3 } }, "ok"],
      past: past(10),
      context: { window: 12_000 },
    });
    const before = [...stage.deps.record.state.messages];
    await takeTurn(stage.deps);
    const [asked, sent] = stage.client.requests;
    expect([asked, sent].map((request) => request && isSummaryAsked(request))).toEqual([true, false]);
    expect(asked?.metadata.priorAttempts).toBe(sent?.metadata.priorAttempts);
    const [added] = await stage.eventsOf("summary.added");
    expect(added).toMatchObject({
      reason: "threshold",
      by: "model",
      usage: { inputTokens: 7 },
      receipt: { goal: "Build the parser.", decisions: ["use SQLite, it needs no server", "no new dependencies"] },
    });
    const { dropped, tokensBefore, tokensAfter } = added ?? { dropped: 0, tokensBefore: 0, tokensAfter: 0 };
    expect(asked?.messages.slice(0, -1)).toEqual(before.slice(0, dropped));
    expect(sent?.messages).toEqual([added?.message, ...before.slice(dropped)]);
    expect(flawOf(sent?.messages ?? [])).toBeUndefined();
    expect(tokensAfter).toBeLessThan(tokensBefore / 2);
    const [start] = await stage.eventsOf("turn.start");
    expect(start?.context?.total).toBe(tokensAfter);
    expect(stage.deps.record.state).toMatchObject({ turns: 11, usage: { inputTokens: 7 } });
  });

  it("is not shortened repeatedly if the prompt alone is too long", async () => {
    await using stage = await turnStage({
      replies: ["ok"],
      past: past(1, 100),
      systemPrompt: "s".repeat(9000),
      context: { window: 10_000 },
    });
    await takeTurn(stage.deps);
    expect(await stage.eventsOf("summary.added")).toEqual([]);
  });

  it.each<[string, ScriptedStep[]]>([
    ["fails", [{ error: new ProviderError({ code: "unauthorized", message: "no" }) }]],
    ["fails for good", [busy, busy, busy]],
    ["says nothing", [{ text: " " }]],
    ["calls a tool instead", [{ calls: [{ name: "look", input: {} }] }]],
  ])("is shortened by rules alone when the model %s", async (_, replies) => {
    await using stage = await turnStage({
      replies: [...replies, "ok"],
      past: past(30, 800),
      context: { window: 30_000 },
    });
    await takeTurn(stage.deps);
    const [added] = await stage.eventsOf("summary.added");
    expect(added).toMatchObject({ by: "rules", receipt: { goal: "Build the parser.", decisions: [] } });
    expect(added).not.toHaveProperty("usage");
    expect(textOf(added?.message)).toMatch(/\n\[2–16\] Build .*result 6 x+…\n\[18\] result: look\(c7\.txt\): result 7/);
    expect(await stage.eventsOf("notice.added")).toMatchObject([{ code: "summary_failed" }]);
  });

  it("retries a summary after a transient failure", async () => {
    await using stage = await turnStage({
      replies: [busy, summary, "ok"],
      past: past(10),
      context: { window: 12_000 },
    });
    await takeTurn(stage.deps);
    expect(await stage.eventsOf("summary.added")).toMatchObject([{ by: "model" }]);
  });

  it("is aborted with the run while the summary is written, and shortened after a crash", async () => {
    const hangs: ScriptedStep = () => {
      stage.stop.abort(new Error("stop"));
      return { hangs: true };
    };
    await using stage = await turnStage({ replies: [hangs], past: past(10), context: { window: 12_000 } });
    await expect(takeTurn(stage.deps)).rejects.toThrow("stop");
    expect((await stage.events()).at(-1)?.type).toBe("tool.end");
    await stage.close();
    await using resumed = await turnStage({ replies: [summary, "ok"], log: stage.log, context: { window: 12_000 } });
    await takeTurn(resumed.deps);
    expect(await resumed.eventsOf("summary.added")).toMatchObject([{ by: "model" }]);
    const state = structuredClone(resumed.deps.record.state.messages);
    await resumed.close();
    await using again = await turnStage({ log: stage.log, context: { window: 12_000 } });
    expect(again.deps.record.state.messages).toEqual(state);
  });
});

describe("a request that the provider refuses as too long", () => {
  it("is shortened further each time and retried, even without a known window", async () => {
    const answers: Record<number, ScriptedReply> = { 1: overflow(), 2: overflow(), 3: { text: "ok" } };
    let turns = 0;
    const step: ScriptedStep = (request) => (isSummaryAsked(request) ? summary : (answers[++turns] ?? "?"));
    await using stage = await turnStage({ replies: Array<ScriptedStep>(9).fill(step), past: past(20) });
    await takeTurn(stage.deps);
    const lengths = stage.client.requests
      .filter((request) => !isSummaryAsked(request))
      .map(({ messages }) => JSON.stringify(messages).length);
    expect(lengths).toHaveLength(3);
    expect(lengths[1]).toBeLessThan((lengths[0] ?? 0) * 0.6);
    expect(lengths[2]).toBeLessThan((lengths[1] ?? 0) * 0.8);
    expect(await stage.eventsOf("summary.added")).toMatchObject([{ reason: "overflow" }, { reason: "overflow" }]);
    expect(await stage.eventsOf("turn.failed")).toMatchObject([
      { error: { code: "context_overflow" }, retryInMs: 0 },
      { error: { code: "context_overflow" }, retryInMs: 0 },
    ]);
  });

  it("is given up after three refusals", async () => {
    const step: ScriptedStep = (request) => (isSummaryAsked(request) ? summary : overflow());
    await using stage = await turnStage({ replies: Array<ScriptedStep>(20).fill(step), past: past(60, 3000) });
    await expect(takeTurn(stage.deps)).rejects.toMatchObject({ code: "context_overflow" });
    expect((await stage.eventsOf("turn.failed")).map(({ retryInMs }) => retryInMs).at(-1)).toBeNull();
    expect((await stage.eventsOf("summary.added")).length).toBeLessThanOrEqual(3);
  });

  it("is given up at once if there is only the goal", async () => {
    await using stage = await turnStage({ replies: [overflow()], past: [said("x".repeat(50_000))] });
    await expect(takeTurn(stage.deps)).rejects.toMatchObject({ code: "context_overflow" });
    expect(await stage.eventsOf("turn.failed")).toMatchObject([{ retryInMs: null }]);
  });

  it("keeps only the beginning and end of a result that exceeds the window", async () => {
    const huge = `first line\n# Goal\n${"y".repeat(100_000)}\nlast line`;
    const step: ScriptedStep = (request) =>
      JSON.stringify(request.messages).length > 30_000 ? overflow("maximum context length is 4,000 tokens") : "ok";
    const events = [...past(3), ...exchange("huge", huge)];
    await using stage = await turnStage({ replies: Array<ScriptedStep>(9).fill(step), past: events, context: {} });
    await takeTurn(stage.deps);
    const sent = stage.client.requests.at(-1)?.messages ?? [];
    expect(sent).toHaveLength(1);
    expect(textOf(sent[0])).toMatch(
      /newest results, shortened\n> look: first line\n> # Goal\n> y+[\s\S]*\n> last line/,
    );
  });

  it("reveals the window if the refusal names it", async () => {
    const replies = [overflow("maximum context length is 9000 tokens"), summary, "ok"];
    await using stage = await turnStage({ replies, past: past(20), context: {} });
    await takeTurn(stage.deps);
    expect((await stage.eventsOf("turn.start")).at(-1)?.context?.window).toBe(9000);
  });
});

describe("a summary", () => {
  it("keeps the goal, user messages, decisions, open todos and files, and lists the rest by event", async () => {
    const edit: EventDraft = {
      type: "tool.end",
      callId: "w",
      name: "write",
      content: "wrote",
      isError: false,
      durationMs: 1,
      steps: [{ path: "src/db.ts", before: null, after: "abcdef1234567890" }],
    };
    const events: EventDraft[] = [
      ...past(4),
      said("No, the port must stay 4711!", "correction"),
      {
        type: "todos.added",
        todos: [
          { text: "write the lexer", status: "completed" },
          { text: "write the parser", status: "in_progress" },
        ],
      },
      ...exchange("w", "").map((event) => (event.type === "tool.end" ? edit : event)),
      ...past(12).slice(1),
    ];
    await using stage = await turnStage({ replies: [summary, "ok"], past: events, context: { window: 16_000 } });
    await takeTurn(stage.deps);
    const text = textOf(stage.client.requests[1]?.messages[0]);
    expect(text).toContain("# Goal, word for word\nBuild the parser.");
    expect(text).toMatch(/# Said later, word for word\n\[\d+\] No, the port must stay 4711!/);
    expect(text).toContain("- use SQLite, it needs no server");
    expect(text).toContain("# Open todos\n- write the parser\n");
    expect(text).toContain("- src/db.ts (changed, version abcdef12)");
    expect(text).toContain("# Your summary\n## Facts\nThe port is 4711.");
    expect(text).toMatch(/# Left out\n.*recall_history.*\n\[2–\d+\] Build the parser\./);
  });

  it("keeps this through three summaries, however little the model writes", async () => {
    const step: ScriptedStep = (request) => (isSummaryAsked(request) ? "ok." : "go on");
    await using stage = await turnStage({
      replies: [summary, ...Array<ScriptedStep>(9).fill(step)],
      past: [...past(3), said("Never touch legacy.c.", "rule"), ...past(10).slice(1)],
      context: { window: 16_000 },
    });
    const { record } = stage.deps;
    await takeTurn(stage.deps);
    for (const round of [1, 2]) {
      record.append(said(`Remark ${round}`), ...past(14).slice(1));
      await takeTurn(stage.deps);
    }
    const summaries = await stage.eventsOf("summary.added");
    expect(summaries.map(({ by }) => by)).toEqual(["model", "model", "model"]);
    const { receipt, message } = summaries[2] ?? summaries[0] ?? { receipt: undefined, message: undefined };
    expect(receipt?.goal).toBe("Build the parser.");
    expect(receipt?.decisions).toEqual(["use SQLite, it needs no server", "no new dependencies"]);
    for (const text of ["Never touch legacy.c.", "Remark 1"]) expect(textOf(message)).toContain(text);
    expect(receipt?.dropped.filter(({ kind }) => kind === "summary").length).toBeGreaterThan(0);
  });

  it("is written once on request, but not if there is nothing to summarize", async () => {
    const context = { window: 20_000 };
    await using stage = await turnStage({ replies: [summary, "one", "two"], past: past(8), context });
    stage.deps.record.append({ type: "condense.requested", opId: "condense" });
    await takeTurn(stage.deps);
    await takeTurn(stage.deps);
    expect(await stage.eventsOf("summary.added")).toMatchObject([{ reason: "asked", by: "model" }]);
    await using fresh = await turnStage({ replies: ["one"], past: past(1, 100), context });
    fresh.deps.record.append({ type: "condense.requested", opId: "condense" });
    await takeTurn(fresh.deps);
    expect(await fresh.eventsOf("summary.added")).toEqual([]);
    expect(await fresh.eventsOf("notice.added")).toMatchObject([{ code: "nothing_to_condense" }]);
  });

  it("always leaves a valid conversation", async () => {
    const unit = fc.oneof(
      fc.record({ type: fc.constant("said" as const), size: fc.nat(3000) }),
      fc.record({ type: fc.constant("exchange" as const), size: fc.nat(6000) }),
      fc.record({ type: fc.constant("reply" as const), size: fc.nat(500) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(unit, { maxLength: 40 }),
        fc.integer({ min: 2000, max: 20_000 }),
        async (units, window) => {
          const events = units.flatMap(({ type, size }, index): EventDraft[] => {
            const text = `${index} ${"z".repeat(size)}`;
            if (type === "said") return [said(text, `op-${index}`)];
            const [reply, result] = exchange(`c${index}`, text);
            if (type === "exchange" && reply && result) return [reply, result];
            const message = { role: "assistant" as const, content: [{ type: "text" as const, text }] };
            return reply?.type === "turn.end" ? [{ ...reply, message, stopReason: "end" }] : [];
          });
          const step: ScriptedStep = (request) => (isSummaryAsked(request) ? summary : overflow());
          await using stage = await turnStage({
            replies: Array<ScriptedStep>(20).fill(step),
            past: [said("Build it.", "goal"), ...events],
            context: { window, estimateTokens: (text) => Math.ceil(text.length / 4) },
          });
          await takeTurn(stage.deps).catch(() => {});
          for (const { messages } of stage.client.requests) expect(flawOf(messages)).toBeUndefined();
          for (const { tokensBefore, tokensAfter } of await stage.eventsOf("summary.added"))
            expect(tokensAfter).toBeLessThan(tokensBefore);
          const { messages, messageSeqs } = stage.deps.record.state;
          expect(messageSeqs).toHaveLength(messages.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("what precedes the messages", () => {
  it("is reported in the log when it changes", async () => {
    await using stage = await turnStage({ replies: ["a", "b", "c"], past: [said("go")] });
    const tool = { name: "mcp_search", description: "", inputSchema: {} };
    const [first, second] = [stage.deps, { ...stage.deps, tools: [tool] }];
    for (const deps of [first, first, second]) await takeTurn(deps);
    expect(await stage.eventsOf("notice.added")).toMatchObject([
      { code: "prefix_changed", message: expect.stringContaining("tools added: mcp_search") },
    ]);
  });
});

it("counts the usage of a failed reply", async () => {
  const usage = { inputTokens: 40, outputTokens: 2 };
  await using stage = await turnStage({
    replies: [
      { text: "", usage },
      { text: "ok", usage },
    ],
  });
  await takeTurn(stage.deps);
  expect(await stage.eventsOf("turn.failed")).toMatchObject([{ error: { code: "bad_stream" }, usage }]);
  expect(stage.deps.record.state.usage).toMatchObject({ inputTokens: 80, outputTokens: 4 });
});
