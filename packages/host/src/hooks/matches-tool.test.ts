import { expect, it } from "vitest";
import { matchesTool } from "./matches-tool.ts";

it.each([
  [undefined, "read_file", true],
  ["read_file", "Read_File", true],
  ["read_*|write_*", "write_to_file", true],
  ["mcp--*--?et*", "mcp--docs--get_page", true],
  ["*", "", true],
  ["**file", "read_file", true],
  ["read", "read_file", false],
  ["a.c", "abc", false],
  ["?", "", false],
])("%s and %s: %s", (match, tool, expected) => {
  expect(matchesTool(match, tool)).toBe(expected);
});

it("takes no longer for many stars", () => {
  expect(matchesTool(`${"*a".repeat(60)}x`, `${"a".repeat(5_000)}y`)).toBe(false);
});
