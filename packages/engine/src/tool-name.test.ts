import * as fc from "fast-check";
import { expect, it } from "vitest";
import { comparableName } from "./tool-name.ts";

it.each([
  ["read_file", "read_file"],
  ["Read", "read"],
  ["TodoWrite", "todo_write"],
  ["MultiEdit", "multi_edit"],
  ["LS", "ls"],
  ["readFile", "read_file"],
  ["str-replace editor", "str_replace_editor"],
  ["functions.read_file", "read_file"],
  ["functions.read_file:0", "read_file"],
  ["default_api:list_files", "list_files"],
  ["default_api.list_files", "list_files"],
  ["developer__shell", "shell"],
  ["read_file<|channel|>commentary", "read_file"],
  [" container.exec ", "container_exec"],
])("compares %j as %j", (given, compared) => {
  expect(comparableName(given)).toBe(compared);
});

it("is short and the same again, whatever it is given", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (name) => {
      const compared = comparableName(name);
      expect(compared.length).toBeLessThanOrEqual(200);
      expect(compared).toBe(compared.toLowerCase());
    }),
    { numRuns: 100 },
  );
});
