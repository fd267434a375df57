import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventDraft, TaskEvent } from "./event.ts";
import type { TaskId } from "./ids.ts";
import { userMessage } from "./message-parts.ts";
import { reduceTask } from "./reduce-task.ts";
import { effectiveEvents, settledSeq } from "./rewind.ts";
import type { TaskState } from "./task-state.ts";
import { noUsage } from "./usage-sum.ts";

const stamped = (drafts: readonly EventDraft[]): TaskEvent[] =>
  drafts.map((draft, index) => ({ ...draft, seq: index + 1, at: "2030-01-01T00:00:00.000Z" }));
const start: EventDraft = {
  type: "task.start",
  taskId: "task-1" as TaskId,
  mode: "code",
  environment: { cwd: "/p", platform: "linux", shell: "bash", date: "2030-01-01" },
  format: 1,
};
const said = (text: string): EventDraft => ({ type: "message.added", opId: text, message: userMessage(text) });
const ask: EventDraft = { type: "turn.start", turn: 1, attempt: 1 };
const failed: EventDraft = {
  type: "turn.failed",
  turn: 1,
  attempt: 1,
  error: { code: "network", message: "no" },
  retryInMs: null,
};
const reply = (...callIds: string[]): EventDraft => ({
  type: "turn.end",
  turn: 1,
  message: {
    role: "assistant",
    content: callIds.map((callId) => ({ type: "tool-call", callId, name: "read_file", input: {} })),
  },
  usage: { ...noUsage(), inputTokens: 10 },
  stopReason: "tool-calls",
});
const end = (callId: string, more: Partial<Extract<EventDraft, { type: "tool.end" }>> = {}): EventDraft => ({
  type: "tool.end",
  callId,
  name: "read_file",
  content: callId,
  isError: false,
  durationMs: 1,
  ...more,
});
const rewind = (toSeq: number): EventDraft => ({ type: "rewind.added", toSeq });
const seqs = (events: readonly TaskEvent[]): number[] => effectiveEvents(events).map(({ seq }) => seq);

describe("effective events", () => {
  it("are all events without a rewind; with one, those up to its target and after it", () => {
    expect(seqs(stamped([start, said("a"), said("b")]))).toEqual([1, 2, 3]);
    expect(seqs(stamped([start, said("a"), said("b"), rewind(2), said("c")]))).toEqual([1, 2, 5]);
  });

  it("go back through other rewinds, and forward again when a rewind is undone", () => {
    const events = [start, said("a"), said("b"), rewind(2), said("c"), said("d")];
    expect(seqs(stamped([...events, rewind(5), said("e")]))).toEqual([1, 2, 5, 8]);
    expect(seqs(stamped([...events, rewind(3), said("e")]))).toEqual([1, 2, 3, 8]);
    expect(seqs(stamped([...events, rewind(4)]))).toEqual([1, 2]);
  });

  it("at any event do not depend on later ones", () => {
    const drafts = fc.array(fc.option(fc.nat(), { nil: undefined }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(drafts, fc.nat(), (shape, at) => {
        const events = stamped([
          start,
          ...shape.map((to, index) => (to === undefined ? said(`${index}`) : rewind(1 + (to % (index + 1))))),
        ]);
        const n = 1 + (at % events.length);
        const then = seqs(events.slice(0, n));
        expect(
          seqs([...events, ...stamped([rewind(n)]).map((event) => ({ ...event, seq: events.length + 1 }))]),
        ).toEqual(then);
      }),
      { numRuns: 100 },
    );
  });
});

describe("the settled event", () => {
  const events = stamped([
    start,
    said("go"),
    ask,
    reply("a", "b"),
    end("a"),
    said("meanwhile"),
    end("b"),
    ask,
    failed,
    ask,
    reply(),
  ]);

  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 2],
    [5, 2],
    [6, 2],
    [7, 7],
    [8, 7],
    [9, 9],
    [10, 9],
    [11, 11],
    [99, 11],
  ])("up to %i is %i", (n, expected) => expect(settledSeq(events, n)).toBe(expected));

  it("is one of the effective events", () => {
    const rewound = [...events, ...stamped([rewind(2), ask]).map((event, index) => ({ ...event, seq: 12 + index }))];
    expect(settledSeq(rewound, 12)).toBe(12);
    expect(settledSeq(rewound, 13)).toBe(2);
    expect(settledSeq(rewound, 10)).toBe(9);
  });
});

it("folds a rewound log to the conversation of its effective events, but counts the usage of all", () => {
  const step = fc.oneof(
    fc.constantFrom("said", "mode", "todos", "reply", "failed", "summary"),
    fc.nat().map((target) => ({ target })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const events = stamped([
        start,
        ...steps.flatMap((one, index): EventDraft[] => {
          if (typeof one === "object") return [rewind(1 + (one.target % (index + 1)))];
          return [draftOf(one, index)];
        }),
      ]);
      const [state, told] = [reduceTask(events), reduceTask(effectiveEvents(events))];
      const conversation = ({ mode, messages, messageSeqs, lastReply, lastSummary, todos, openCalls }: TaskState) => ({
        mode,
        messages,
        messageSeqs,
        lastReply,
        lastSummary,
        todos,
        openCalls,
      });
      expect(conversation(state)).toEqual(conversation(told));
      expect(state.turns).toBe(steps.filter((one) => one === "reply").length);
      expect(state.lastSeq).toBe(events.length);
    }),
    { numRuns: 200 },
  );
});

function draftOf(kind: string, index: number): EventDraft {
  if (kind === "mode") return { type: "mode.start", mode: `m${index}`, reason: "" };
  if (kind === "todos") return { type: "todos.added", todos: [{ text: `${index}`, status: "pending" }] };
  if (kind === "reply") return index % 2 === 0 ? reply() : reply(`c${index}`);
  if (kind === "failed") return failed;
  if (kind !== "summary") return said(`${index}`);
  const receipt = { kept: [], dropped: [] } as unknown as Extract<EventDraft, { type: "summary.added" }>["receipt"];
  return {
    type: "summary.added",
    reason: "asked",
    by: "rules",
    dropped: 1,
    message: userMessage(`summary ${index}`),
    receipt,
    tokensBefore: 2,
    tokensAfter: 1,
  };
}

describe("ops", () => {
  const condense: EventDraft = { type: "condense.requested", opId: "condense" };
  const abort: EventDraft = { type: "abort.requested", opId: "abort" };

  it("are remembered by their ids", () => {
    expect([...reduceTask(stamped([start, condense, abort])).opIds]).toEqual(["condense", "abort"]);
  });

  it("to condense apply until a request that could follow them, or the end of the run", () => {
    const asked = (...drafts: EventDraft[]) => reduceTask(stamped([start, ...drafts])).condenseRequested;
    expect(asked(said("go"), condense, ask)).toBe(true);
    expect(asked(said("go"), condense, ask, reply(), ask)).toBe(false);
    expect(asked(ask, reply(), condense, draftOf("summary", 1))).toBe(false);
    expect(asked(ask, reply(), condense, rewind(2))).toBe(false);
  });
});

describe("a task that was rewound", () => {
  const done = [
    start,
    said("go"),
    ask,
    reply("a"),
    end("a", { steps: [{ path: "x", before: null, after: "1" }] }),
    ask,
    failed,
    ask,
    reply("c"),
    end("c", { completes: "all done" }),
  ];

  it("shows the effective conversation and the usage of everything", () => {
    const before = reduceTask(stamped(done));
    const state = reduceTask(stamped([...done, rewind(2)]));
    expect(before).toMatchObject({ completion: "all done", turns: 2, failures: 1 });
    expect(state.messages).toEqual([userMessage("go")]);
    expect(state).toMatchObject({ completion: undefined, lastReply: undefined, turns: 2, failures: 1, lastSeq: 11 });
    expect(state.usage).toEqual(before.usage);
    expect([...state.filesChanged]).toEqual([]);
    expect([...state.seen]).toEqual([]);
  });

  it("continues from there, and can return to where it was", () => {
    const again = reduceTask(stamped([...done, rewind(2), said("other"), ask, reply()]));
    expect(again.messages.map(({ role }) => role)).toEqual(["user", "user", "assistant"]);
    expect(again).toMatchObject({ turns: 3, messageSeqs: [2, 12, 14] });
    expect([...again.opIds]).toEqual(["go", "other"]);
    const back = reduceTask(stamped([...done, rewind(2), rewind(10)]));
    expect(back).toMatchObject({ completion: "all done", turns: 2 });
    expect(back.messages).toEqual(reduceTask(stamped(done)).messages);
  });
});
