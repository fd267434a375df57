import * as fc from "fast-check";
import { expect, it } from "vitest";
import { foldedName, toolNames } from "./tool-names.ts";

const namesOf = (...tools: [server: string, tool: string][]) => [
  ...toolNames(tools.map(([server, tool]) => ({ server, tool }))).keys(),
];

it("names tools as Roo Code does", () => {
  expect(namesOf(["my server", "get--weather"], ["9lives", "näh!"])).toEqual([
    "mcp--my_server--get-weather",
    "mcp--_9lives--nh",
  ]);
});

it("distinguishes names that a model could confuse", () => {
  const names = namesOf(["a", "get_x"], ["a", "get-x"], ["a", "GET_X"], ["a b", "x"], ["a_b", "x"]);
  expect(names.slice(0, 1)).toEqual(["mcp--a--get_x"]);
  expect(names).toHaveLength(5);
  expect(names[1]).toMatch(/^mcp--a--get-x_[0-9a-f]{6}$/);
  expect(names[4]).toMatch(/^mcp--a_b--x_[0-9a-f]{6}$/);
});

it("is short, unique and valid for every provider, whatever the names of servers and tools", () => {
  const text = fc.string({ unit: "binary", maxLength: 100 });
  fc.assert(
    fc.property(fc.array(fc.record({ server: text, tool: text }), { maxLength: 40 }), (tools) => {
      const names = [...toolNames(tools).keys()];
      for (const name of names) expect(name).toMatch(/^mcp--[A-Za-z0-9_-]{1,59}$/);
      expect(new Set(names.map(foldedName)).size).toBe(names.length);
    }),
  );
});
