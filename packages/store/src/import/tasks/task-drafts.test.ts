import { testTaskId } from "@roo-code/testkit/event-drafts";
import { type TaskEvent, taskEventSchema } from "@roo-code/types";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { expectSendable } from "../../../test/sendable.ts";
import type { ForeignMessage, ForeignPart } from "./conversation.ts";
import { taskDrafts } from "./task-drafts.ts";

const facts = {
  taskId: testTaskId("task-1"),
  tool: "roo",
  mode: "code",
  cwd: "/project",
  platform: "linux",
  provider: "anthropic",
  model: "model-1",
  createdAt: 1_000,
};

function eventsOf(said: readonly ForeignMessage[]): TaskEvent[] {
  return taskDrafts(facts, said).map(({ at, draft }, index) => ({ ...draft, at, seq: index + 1 }));
}

const text = (value: string): ForeignPart => ({ type: "text", text: value });
const call = (callId: string, name = "read_file", input: unknown = {}): ForeignPart => ({
  type: "tool-call",
  callId,
  name,
  input,
});
const result = (callId: string, content = "done"): ForeignPart => ({
  type: "tool-result",
  callId,
  content,
  isError: false,
});

test("results are matched with their calls, and text beside them follows", () => {
  const { messages, outcome } = expectSendable(
    eventsOf([
      { by: "user", parts: [text("Do it")] },
      { by: "assistant", parts: [text("Yes"), call("a"), call("b")] },
      { by: "user", parts: [text("Hurry"), result("b", "second"), result("a", "first")] },
      { by: "assistant", parts: [text("Done")] },
    ]),
  );
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user", "assistant"]);
  expect(messages[2]?.content).toMatchObject([
    { callId: "a", content: "first" },
    { callId: "b", content: "second" },
  ]);
  expect(outcome).toMatchObject({ status: "completed", result: "Done", turns: 2 });
});

test("calls without a result get an error result, and the run counts as aborted", () => {
  const { messages, outcome } = expectSendable(
    eventsOf([
      { by: "user", parts: [text("Do it")] },
      { by: "assistant", parts: [call("a")] },
    ]),
  );
  expect(messages.at(-1)?.content).toMatchObject([
    { callId: "a", isError: true, content: "No result of this call was recorded." },
  ]);
  expect(outcome?.status).toBe("aborted");
});

test("a completion at the end completes the task, with or without a result, unless a message follows", () => {
  const start: ForeignMessage[] = [
    { by: "user", parts: [text("Do it")] },
    { by: "assistant", parts: [call("a", "attempt_completion", { result: "Finished" })] },
  ];
  expect(expectSendable(eventsOf(start))).toMatchObject({
    completion: "Finished",
    outcome: { status: "completed", result: "Finished" },
  });
  const answered: ForeignMessage[] = [...start, { by: "user", parts: [result("a", "")] }];
  expect(expectSendable(eventsOf(answered))).toMatchObject({
    completion: "Finished",
    outcome: { status: "completed" },
  });
  const contradicted: ForeignMessage[] = [...start, { by: "user", parts: [result("a", "no"), text("Not yet")] }];
  expect(expectSendable(eventsOf(contradicted))).toMatchObject({
    completion: undefined,
    outcome: { status: "aborted" },
  });
});

test("consecutive replies become one, reasoning keeps no signature, and a result without a call is kept as text", () => {
  const { messages } = expectSendable(
    eventsOf([
      { by: "assistant", parts: [{ type: "reasoning", text: "Hm", signature: "signed" }] },
      { by: "assistant", parts: [text("Hello")] },
      { by: "user", parts: [result("unknown", "lost")] },
    ]),
  );
  expect(messages).toEqual([
    { role: "user", content: [{ type: "text", text: "(The request was not recorded.)" }] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "Hm" },
        { type: "text", text: "Hello" },
      ],
    },
    { role: "user", content: [{ type: "text", text: "Result of a call that is not in this task:\nlost" }] },
  ]);
});

test("the same call id again is another call", () => {
  const { messages } = expectSendable(
    eventsOf([
      { by: "user", parts: [text("Go")] },
      { by: "assistant", parts: [call("a")] },
      { by: "user", parts: [result("a", "one")] },
      { by: "assistant", parts: [call("a")] },
      { by: "user", parts: [result("a", "two")] },
    ]),
  );
  expect(messages.filter(({ role }) => role === "tool").map(({ content }) => content)).toMatchObject([
    [{ content: "one" }],
    [{ content: "two" }],
  ]);
});

test("times never decrease, and invalid ones are ignored", () => {
  const times = taskDrafts(facts, [
    { by: "user", parts: [text("a")], at: 5_000 },
    { by: "assistant", parts: [text("b")], at: 4_000 },
    { by: "user", parts: [text("c")], at: Number.POSITIVE_INFINITY },
    { by: "user", parts: [text("d")], at: 9e99 },
  ]).map(({ at }) => Date.parse(at));
  expect(times).toEqual([1_000, 1_000, 5_000, 5_000, 5_000, 5_000, 5_000]);
});

const ids = fc.constantFrom("a", "b", "c", "", "with space", "é", "x".repeat(90));
const part: fc.Arbitrary<ForeignPart> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: fc.string() }),
  fc.record({ type: fc.constant("reasoning" as const), text: fc.string(), signature: fc.string() }),
  fc.record({ type: fc.constant("image" as const), mediaType: fc.constant("image/png"), data: fc.constant("aGk=") }),
  fc.record({
    type: fc.constant("tool-call" as const),
    callId: ids,
    name: fc.constantFrom("read_file", "attempt_completion", ""),
    input: fc.jsonValue(),
  }),
  fc.record({ type: fc.constant("tool-result" as const), callId: ids, content: fc.string(), isError: fc.boolean() }),
);
const said = fc.array(
  fc.record({
    by: fc.constantFrom("user" as const, "assistant" as const),
    parts: fc.array(part, { maxLength: 5 }),
    at: fc.option(fc.double(), { nil: undefined }),
  }),
  { maxLength: 12 },
);

test("any conversation becomes a task that can be sent and continued", () => {
  fc.assert(
    fc.property(said, (items) => {
      const events = eventsOf([{ by: "user", parts: [text("Begin")] }, ...items]);
      for (const event of events) taskEventSchema.parse(event);
      const state = expectSendable(events);
      const more: TaskEvent = {
        seq: state.lastSeq + 1,
        at: "2030-01-01T00:00:00.000Z",
        type: "message.added",
        opId: "more",
        message: { role: "user", content: [{ type: "text", text: "Go on" }] },
      };
      expect(expectSendable([...events, more]).messages.at(-1)).toEqual(more.message);
    }),
    { numRuns: 500 },
  );
});
