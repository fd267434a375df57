import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { PastedLines } from "./pasted-lines.ts";

it.each([
  ["typed keys as they are", ["y", "e", "s", "\r"], "yes\r"],
  ["a marked paste in one line, whatever its breaks", ["\u001B[200~a\r\nb\nc\rd\u001B[201~", "\r"], "a⏎b⏎c⏎d\r"],
  ["marks that come in pieces", ["\u001B[20", "0~a\rb", "\u001B[2", "01~\r"], "a⏎b\r"],
  ["lines that come together", ["a\rb\r"], "a⏎b\r"],
  ["a letter that comes in pieces", [Buffer.from([0xc3]), Buffer.from([0xa4]), "\r"], "ä\r"],
  ["other keys", ["\u001B", "\u001B[A", "\u001B[2~", "\r"], "\u001B\u001B[A\u001B[2~\r"],
])("reads %s", async (_, chunks, expected) => {
  const stdin = new PassThrough();
  const lines = new PastedLines(stdin);
  for (const chunk of chunks) {
    stdin.write(chunk);
    await new Promise((resolve) => setImmediate(resolve));
  }
  stdin.end();
  expect(await text(lines)).toBe(expected);
});

it("restores the line breaks of an answer", () => {
  expect(PastedLines.restore("a⏎b")).toBe("a\nb");
});
