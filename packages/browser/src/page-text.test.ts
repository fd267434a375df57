import { describe, expect, it } from "vitest";
import { boundSnapshot, MessageList, visibleLine } from "./page-text.ts";

describe("text of a page", () => {
  it("is one line without invisible characters", () => {
    expect(visibleLine("a\u001b[31mred\u0007\n\tb\u202Ec\u200Bd\u2028e", 100)).toBe("ared bcd e");
  });

  it("is cut without breaking a character", () => {
    expect(visibleLine("ab😀", 3)).toBe("ab\uFFFD…");
  });

  it("is listed once, with its count, and bounded", () => {
    const list = new MessageList({ count: 2, length: 5 });
    for (const text of ["one", "two", "one", "three", "four", "longer text"]) list.add(text);
    expect(list.take()).toEqual(["one (2 times)", "two", "… and 3 more"]);
    list.add("longer text");
    expect(list.take()).toEqual(["longe…"]);
    expect(list.take()).toEqual([]);
  });

  it("keeps a snapshot's lines whole and reports how many are omitted", () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `  - text: line ${index}`);
    const shown = boundSnapshot(lines.join("\n")).split("\n");
    expect(shown.slice(0, -1)).toEqual(lines.slice(0, shown.length - 1));
    expect(shown.at(-1)).toBe(
      `[… ${2000 - shown.length + 1} of 2000 lines not shown: take a snapshot of one element to see more of it]`,
    );
    expect(shown.join("\n").length).toBeLessThan(12_200);
    expect(boundSnapshot(`  - text: ${"x".repeat(1000)}\u001b`)).toBe(`  - text: ${"x".repeat(292)}…`);
  });
});
