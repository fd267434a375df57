import { escapePattern, type TextScan } from "../text-scan.ts";
import { callsOf } from "./json-envelope.ts";
import { readArgumentPairs, readFunctionTag } from "./tagged-values.ts";
import type { TextForm, WrittenCall, WrittenCalls } from "./text-form.ts";

const tags: ReadonlyMap<string, string> = new Map([
  ["<tool_call>", "</tool_call>"],
  ["<tool_calls>", "</tool_calls>"],
  ["<tools>", "</tools>"],
  ["<function_call>", "</function_call>"],
  ["<functioncall>", "</functioncall>"],
  ["[TOOL_REQUEST]", "[END_TOOL_REQUEST]"],
  ["<|python_tag|>", "<|eom_id|>"],
  ["<|tool_call|>", "<|/tool_call|>"],
]);

/** JSON between tags: `<tool_call>{…}</tool_call>` (Hermes, Qwen), `<|python_tag|>{…}` (Llama), and others. */
export const taggedJsonForm: TextForm = {
  id: "tagged-json",
  isMarked: true,
  opener: () => [...tags.keys()].map((tag) => escapePattern(tag)).join("|"),
  prefixes: () => [...tags.keys()],
  read(scan, at) {
    const opener = [...tags.keys()].find((tag) => scan.text.startsWith(tag, at));
    const closer = tags.get(opener ?? "");
    return opener === undefined || closer === undefined ? undefined : readTagged(scan, at + opener.length, closer);
  },
};

/** One or more calls up to the closing tag, which may be missing. */
function readTagged(scan: TextScan, start: number, closer: string): WrittenCalls | undefined {
  const calls: WrittenCall[] = [];
  let end = start;
  for (let at = scan.skipSpace(start); ; at = scan.skipSpace(scan.match(/\s*[,;]/y, end) ? end + 1 : end)) {
    const more = readBody(scan, at, closer);
    if (!more) break;
    calls.push(...more.calls);
    end = more.end;
  }
  if (calls.length === 0) return undefined;
  const after = scan.skipSpace(end);
  return { calls, end: scan.text.startsWith(closer, after) ? after + closer.length : end };
}

function readBody(scan: TextScan, at: number, closer: string): WrittenCalls | undefined {
  if (scan.text.startsWith("<function=", at)) return readFunctionTag(scan, at);
  const found = scan.readJson(at, closer);
  if (!found) return readArgumentPairs(scan, at, closer);
  const calls = callsOf(found.value, { isMarked: true });
  return calls && { calls, end: found.end };
}
