import { expect, it } from "vitest";
import { readSummary } from "./read-summary.ts";

it.each([
  ["## Decisions\n- a\n* b\n\n## Done\n- c", ["a", "b"], "## Done\n- c"],
  ["# Decisions made\nuse a\n\n# Facts\nx", ["use a"], "# Facts\nx"],
  ["## Decisions\n- None.\n## Next\ny", [], "## Next\ny"],
  ["all is well", [], "all is well"],
  ["", [], ""],
])("extracts decisions from %j", (text, decisions, rest) => {
  expect(readSummary(text)).toEqual({ decisions, rest });
});
