import * as fc from "fast-check";
import { expect, it } from "vitest";
import { comparableName, type NamedTool, nearestTools } from "./nearest-tools.ts";

const tool = (name: string, description: string, aliases: string[] = []): NamedTool => ({ name, description, aliases });
const tools = [
  tool("read_file", "Reads a file with line numbers.", ["cat"]),
  tool("list_files", "Lists the files of a folder."),
  tool("write_to_file", "Writes a whole file, also a new one."),
  tool("execute_command", "Runs a command in the shell: tests, builds, moving and deleting files."),
  tool("attempt_completion", "Ends the task with its result."),
];

it.each([
  ["raed_file", "read_file"],
  ["execute_comand", "execute_command"],
  ["run_tests", "execute_command"],
  ["list_folder_entries", "list_files"],
  ["end_task", "attempt_completion"],
])("suggests for %s: %s", (wrong, right) => {
  expect(nearestTools(wrong, tools, 2)[0]).toBe(right);
});

it("suggests nothing for an unrelated name, and never more than the limit", () => {
  expect(nearestTools("qzx", tools, 5)).toEqual([]);
  expect(nearestTools("", tools, 5)).toEqual([]);
  expect(nearestTools("file", tools, 2)).toHaveLength(2);
});

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
])("normalizes %j to %j", (given, compared) => {
  expect(comparableName(given)).toBe(compared);
});

it("is bounded and idempotent", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (name) => {
      const compared = comparableName(name);
      expect(compared.length).toBeLessThanOrEqual(200);
      expect(compared).toBe(compared.toLowerCase());
    }),
    { numRuns: 100 },
  );
});
