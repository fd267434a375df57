import { callsOf, inputKeys, nameKeys, otherKeys } from "./json-envelope.ts";
import type { TextForm } from "./text-form.ts";

const keys = [...nameKeys, ...inputKeys, ...otherKeys, "tool_calls"].join("|");
const fences = ["", "```json\n", "```\n", "```tool_call\n", "```json "];
const brackets = ['{"', '{ "', '{\n  "', '{\n "', '{\n    "', '[{"', '[\n  {\n    "'];
const firstKeys = ["name", "tool", "function", "type", "id"];

/** `{"name": …, "arguments": {…}}` and the like, bare or in a fence. */
export const jsonForm: TextForm = {
  id: "json",
  isMarked: false,
  needsOwnLine: true,
  opener: () => `(?:\\[\\s{0,20})?\\{\\s{0,20}["'](?:${keys})["']\\s{0,9}:`,
  prefixes: () =>
    fences.flatMap((fence) => brackets.flatMap((bracket) => firstKeys.map((key) => `${fence}${bracket}${key}"`))),
  read(scan, at) {
    const found = scan.readJson(at);
    const calls = found && callsOf(found.value, { isMarked: false });
    return calls && { calls, end: found.end };
  },
};
