import { isRecord } from "../../json-value.ts";
import { escapePattern, type TextScan } from "../text-scan.ts";
import { callsOf } from "./json-envelope.ts";
import type { TextForm, WrittenCall, WrittenCalls } from "./text-form.ts";

const marker = "[TOOL_CALLS]";

/** `[TOOL_CALLS][{…}]`, and the newer `[TOOL_CALLS]name[ARGS]{…}`. */
export const mistralForm: TextForm = {
  id: "mistral",
  isMarked: true,
  opener: () => escapePattern(marker),
  prefixes: () => [marker],
  read(scan, at) {
    const start = scan.skipSpace(at + marker.length);
    const listed = scan.readJson(start);
    if (!listed) return readNamed(scan, start);
    const calls = callsOf(listed.value, { isMarked: true });
    return calls && { calls, end: listed.end };
  },
};

function readNamed(scan: TextScan, start: number): WrittenCalls | undefined {
  const calls: WrittenCall[] = [];
  let end = start;
  const opener = /\s{0,20}(?:\[TOOL_CALLS\])?\s{0,20}([\w.-]{1,200})(?:\[CALL_ID\][\w-]{1,100})?(?:\[ARGS\])?\s{0,20}/y;
  for (let found = scan.match(opener, end); found; found = scan.match(opener, end)) {
    const json = scan.readJson(end + found[0].length);
    if (!json || !isRecord(json.value)) break;
    calls.push({ name: found[1] ?? "", input: json.value });
    end = json.end;
  }
  return calls.length > 0 ? { calls, end } : undefined;
}
