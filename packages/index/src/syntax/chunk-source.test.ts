import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkSource } from "./chunk-source.ts";

const body = (name: string, lines: number): string =>
  `  ${name}() {\n${"    call(); // some work is done here\n".repeat(lines)}  }\n`;

describe("chunks of a source file", () => {
  it("are whole definitions with their comments", async () => {
    const source = `import x from "x";\n\n// Says what f is.\nfunction f() {\n${"  work();\n".repeat(40)}}\n\n${"const filler = 1;\n".repeat(20)}`;
    const chunks = await chunkSource("a.ts", source);
    expect(chunks.map(({ startLine, endLine, name }) => ({ startLine, endLine, name }))).toEqual([
      { startLine: 1, endLine: 45, name: "f" },
      { startLine: 47, endLine: 66, name: "filler" },
    ]);
  });

  it("split a large class at its methods, each named", async () => {
    const source = `class Big {\n${body("one", 40)}\n${body("two", 40)}\n${body("three", 40)}}\n`;
    const chunks = await chunkSource("a.ts", source);
    expect(chunks.map(({ name }) => name)).toEqual(["one", "two", "three"]);
    expect(chunks[1]?.text).toMatch(/^ {2}two\(\)[^]*\}$/);
  });

  it("split text without definitions at lines, preferably blank ones", async () => {
    const paragraph = "Some words that say nothing.\n".repeat(45);
    const chunks = await chunkSource("notes.txt", `${paragraph}\n${paragraph}`);
    expect(chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 45],
      [47, 91],
    ]);
    expect(await chunkSource("empty.ts", "\n \n")).toEqual([]);
  });

  it("split a line that is longer than a chunk", async () => {
    const chunks = await chunkSource("min.js", `var a = "${"x".repeat(9000)}";`);
    expect(chunks.map(({ text }) => text.length)).toEqual([2000, 2000, 2000, 2000, 1011]);
  });

  it("cover every line once, in order, for any file", async () => {
    const line = fc.constantFrom(
      "",
      "function f() {",
      "}",
      "  x = 1;",
      "class A {",
      "// note",
      "y".repeat(700),
      "  m() {",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 80 }),
        fc.constantFrom("a.ts", "a.txt", "a.py"),
        async (lines, path) => {
          const chunks = await chunkSource(path, lines.join("\n"));
          const covered = new Set<number>();
          for (const { startLine, endLine, text } of chunks) {
            expect(text.length).toBeLessThanOrEqual(2000);
            expect(text).toBe(lines.slice(startLine - 1, endLine).join("\n"));
            for (let number = startLine; number <= endLine; number += 1) {
              expect(covered.has(number)).toBe(false);
              covered.add(number);
            }
          }
          for (const [index, one] of lines.entries()) expect(covered.has(index + 1) || one.trim() === "").toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});
