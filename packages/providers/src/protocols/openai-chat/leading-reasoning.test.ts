import * as fc from "fast-check";
import { expect, it } from "vitest";
import { LeadingReasoning } from "./leading-reasoning.ts";

function read(pieces: readonly string[]): { thought: string; text: string } {
  const splitter = new LeadingReasoning();
  const chunks = [...pieces.flatMap((piece) => [...splitter.accept(piece)]), ...splitter.end(), ...splitter.end()];
  const join = (type: string) =>
    chunks.map((chunk) => (chunk.type === type && "text" in chunk ? chunk.text : "")).join("");
  return { thought: join("reasoning.delta"), text: join("text.delta") };
}

const cases: [string, { thought: string; text: string }][] = [
  ["<think>\nhm, well \n</think>\n\nDone.", { thought: "hm, well", text: "Done." }],
  ["\n <think>hm</think>Done.", { thought: "hm", text: "Done." }],
  ["<think>\n\n</think>\n\nDone.", { thought: "", text: "Done." }],
  ["<think>a < b, </thin> no end", { thought: "a < b, </thin> no end", text: "" }],
  ["<think>cut </thi", { thought: "cut </thi", text: "" }],
  ["<think>one</think>two <think>three</think>", { thought: "one", text: "two <think>three</think>" }],
  ["The tag <think> is", { thought: "", text: "The tag <think> is" }],
  ["<thinking> aloud", { thought: "", text: "<thinking> aloud" }],
  ["<thi", { thought: "", text: "<thi" }],
  ["  plain", { thought: "", text: "  plain" }],
  [" ", { thought: "", text: " " }],
  ["", { thought: "", text: "" }],
];

it.each(cases)("reads %j", (sent, expected) => {
  expect(read([sent])).toEqual(expected);
});

it("reads the same however the text is split", () => {
  fc.assert(
    fc.property(fc.constantFrom(...cases), fc.array(fc.nat(60)), ([sent, expected], places) => {
      const sorted = [0, ...places.toSorted((a, b) => a - b), sent.length];
      expect(read(sorted.slice(1).map((end, index) => sent.slice(sorted[index], end)))).toEqual(expected);
    }),
  );
});

it("holds nothing back once the text has begun", () => {
  const splitter = new LeadingReasoning();
  expect([...splitter.accept("Hi")]).toEqual([{ type: "text.delta", text: "Hi" }]);
  expect([...splitter.accept(" <")]).toEqual([{ type: "text.delta", text: " <" }]);
});
