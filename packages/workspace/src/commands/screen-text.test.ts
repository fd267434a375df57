import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScreenText } from "./screen-text.ts";

describe("the final text of the screen", () => {
  it.each([
    ["plain lines", "one\ntwo\n", "one\ntwo\n"],
    ["a line without an end", "one\ntwo", "one\ntwo"],
    ["line endings of a terminal", "one\r\ntwo\r\n", "one\ntwo\n"],
    ["colours and titles", "\u001b]0;title\u0007\u001b[1;32mgreen\u001b[0m\u001b(B\n", "green\n"],
    ["a redrawn progress bar", "10%\r50%\r100%\ndone\n", "100%\ndone\n"],
    ["a shorter text over a longer one", "loading…\rok\n", "okading…\n"],
    ["a line erased before it is redrawn", "loading\r\u001b[Kok\n", "ok\n"],
    ["a completely erased line", "loading\u001b[2K\rok\n", "ok\n"],
    ["a spinner made of backspaces", "work |\b/\b-\bdone\n", "work done\n"],
    ["two progress bars redrawn from above", "a 1%\nb 1%\n\u001b[2A\u001b[Ka 9%\n\u001b[Kb 9%\n", "a 9%\nb 9%\n"],
    ["a block that is erased below", "a\nb\nc\n\u001b[3A\u001b[Jend\n", "end\n"],
    ["a requested column", "total\u001b[10Gx\n", "total    x\n"],
    ["a cleared screen, which scrolls away", "before\n\u001b[2J\u001b[Hafter\n", "before\nafter\n"],
    ["an unknown sequence", "\u001b[?25la\u001b[5;9zb\u001bcc\n", "abc\n"],
    ["a cursor that goes too far", "a\n\u001b[99A\u001b[99DX\n", "X\n"],
  ])("of %s", (_, text, expected) => {
    expect(screenOf([text])).toBe(expected);
  });

  it("is the same however the text is split", () => {
    const part = fc.constantFrom(
      "abc",
      "é😀",
      "\n",
      "\r",
      "\r\n",
      "\b",
      "\u001b[A",
      "\u001b[2K",
      "\u001b[K",
      "\u001b]0;t\u0007",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join("");
        expect(screenOf(text.split(""))).toBe(screenOf([text]));
      }),
      { numRuns: 100 },
    );
  });

  it("of text without controls is the text", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "é", "\n", "\t", " ") })), (pieces) => {
        expect(screenOf(pieces)).toBe(pieces.join(""));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ["carriage returns on a long line", `${"x".repeat(60_000)}${"\rY".repeat(300_000)}\n`],
    ["a cursor going up and down", "line\n".repeat(200) + "\u001b[A\n".repeat(200_000)],
    ["backspaces", "ab\b".repeat(300_000)],
    ["a sequence that never ends", `\u001b]0;${"x".repeat(1_000_000)}`],
  ])("takes linear time and bounded memory: %s", (_, text) => {
    expect(screenOf([text]).length).toBeLessThan(text.length + 1);
  });
});

function screenOf(pieces: readonly string[]): string {
  let shown = "";
  const screen = new ScreenText((text) => {
    shown += text;
  });
  for (const piece of pieces) screen.push(piece);
  screen.end();
  return shown;
}
