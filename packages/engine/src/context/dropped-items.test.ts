import { emptyTask, type Message, userMessage } from "@roo-code/types";
import { expect, it } from "vitest";
import { droppedLine, listDropped } from "./dropped-items.ts";

const exchange = (index: number): Message[] => [
  {
    role: "assistant",
    content: [{ type: "tool-call", callId: `c${index}`, name: "run", input: { command: `test ${index}` } }],
  },
  {
    role: "tool",
    content: [{ type: "tool-result", callId: `c${index}`, name: "run", content: `out ${index}`, isError: index === 1 }],
  },
];
const messages = [userMessage("Build\nit."), ...Array.from({ length: 12 }, (_, index) => exchange(index)).flat()];
const state = { ...emptyTask(), messages, messageSeqs: messages.map((_, index) => index * 10) };
const tokens = messages.map(() => 5);

it("lists each message in one line, calls with their results", () => {
  expect(listDropped(state, 5, tokens, 10)).toEqual([
    { seq: 0, kind: "said", what: "Build it.", tokens: 5 },
    { seq: 20, kind: "result", what: "run(test 0): out 0", tokens: 10 },
    { seq: 40, kind: "result", what: "run(test 1) failed: out 1", tokens: 10 },
  ]);
});

it.each([1, 2, 5, 12])("merges the oldest until there are %i lines, and loses no event", (limit) => {
  const items = listDropped(state, messages.length, tokens, limit);
  expect(items.length).toBeLessThanOrEqual(limit);
  expect(items.reduce((sum, item) => sum + item.tokens, 0)).toBe(messages.length * 5);
  const ranges = items.map(droppedLine).map((line) => /^\[(\d+)(?:–(\d+))?\]/.exec(line) ?? []);
  const seqs = state.messageSeqs.filter((_, index) => messages[index]?.role !== "assistant");
  for (const seq of seqs)
    expect(ranges.some(([, from, to = from]) => Number(from) <= seq && seq <= Number(to))).toBe(true);
});
