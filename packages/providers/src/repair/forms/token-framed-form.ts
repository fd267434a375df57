import { isRecord } from "../../json-value.ts";
import { escapePattern } from "../text-scan.ts";
import type { TextForm } from "./text-form.ts";

const deepSeek = "<\uff5ctool\u2581call\u2581begin\uff5c>";
const deepSeekEnd = "<\uff5ctool\u2581call\u2581end\uff5c>";
const kimi = "<|tool_call_begin|>";
const kimiEnd = "<|tool_call_end|>";

/** A name and JSON between special tokens, as DeepSeek and Kimi write them when their server does not parse them. */
export const tokenFramedForm: TextForm = {
  id: "token-framed",
  isMarked: true,
  opener: () => `${deepSeek}|${escapePattern(kimi)}`,
  prefixes: () => [deepSeek, kimi, "<\uff5ctool\u2581calls\u2581begin\uff5c>", "<|tool_calls_section_begin|>"],
  read(scan, at) {
    const isKimi = scan.text.startsWith(kimi, at);
    const start = at + (isKimi ? kimi : deepSeek).length;
    const closer = isKimi ? kimiEnd : deepSeekEnd;
    const head = scan.match(isKimi ? kimiHead : deepSeekHead, start);
    const json = head && scan.readJson(start + head[0].length, closer);
    if (!json || !isRecord(json.value)) return undefined;
    const after = json.end + (scan.match(/\s{0,20}(?:```)?\s{0,20}/y, json.end)?.[0].length ?? 0);
    const end = scan.text.startsWith(closer, after) ? after + closer.length : json.end;
    return { calls: [{ name: head[1] ?? "", input: json.value }], end };
  },
};

const kimiHead = /\s{0,20}([\w.:-]{1,200})\s{0,20}<\|tool_call_argument_begin\|>\s{0,20}/y;
const deepSeekHead =
  /\s{0,20}(?:function<\uff5ctool\u2581sep\uff5c>)?\s{0,20}([\w.:-]{1,200})\s{0,20}(?:<\uff5ctool\u2581sep\uff5c>)?\s{0,20}(?:```(?:json)?\s{0,20})?/y;
