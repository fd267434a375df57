import { type Message, userMessage } from "@roo-code/types";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { chooseCut } from "./choose-cut.ts";

const reply: Message = { role: "assistant", content: [{ type: "text", text: "hm" }] };
const calling: Message = {
  role: "assistant",
  content: [{ type: "tool-call", callId: "c", name: "look", input: {} }],
};
const results: Message = {
  role: "tool",
  content: [{ type: "tool-result", callId: "c", name: "look", content: "x", isError: false }],
};
const said = userMessage("go");

it.each([
  ["the newest that fit", [said, calling, results, calling, results], [1, 1, 5, 1, 5], 6, 3],
  ["the newest exchange, even if it takes more", [said, calling, results, calling, results], [1, 1, 5, 1, 9], 2, 3],
  ["nothing when not even that can stay", [said, calling, results, calling, results], [1, 1, 5, 1, 50], 2, 5],
  ["what was said last", [said, calling, results, said], [1, 1, 9, 8], 2, 3],
  ["an answer, however long", [said, calling, results, reply], [1, 1, 9, 99], 2, 3],
  ["everything when there is only the goal", [said], [99], 2, 0],
  ["everything when there are too few", [said, calling], [9, 9], 2, 0],
])("keeps %s", (_, messages, tokens, budget, expected) => {
  expect(chooseCut({ messages, tokens, budget, stretch: 10 })).toBe(expected);
});

it("never separates results from their calls", () => {
  const unit = fc.constantFrom<Message[]>([said], [reply], [calling, results]);
  fc.assert(
    fc.property(fc.array(unit), fc.array(fc.nat(50)), fc.nat(100), (units, sizes, budget) => {
      const messages = [said, ...units.flat()];
      const tokens = messages.map((__, index) => sizes[index] ?? 1);
      const count = chooseCut({ messages, tokens, budget, stretch: budget * 2 });
      expect(messages[count]?.role).not.toBe("tool");
      expect(count === 0 || count >= 2).toBe(true);
    }),
  );
});
