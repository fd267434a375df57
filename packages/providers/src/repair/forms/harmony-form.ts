import { isRecord } from "../../json-value.ts";
import type { TextForm } from "./text-form.ts";

/** gpt-oss: `<|channel|>commentary to=functions.name <|constrain|>json<|message|>{…}<|call|>`, with or without tokens. */
export const harmonyForm: TextForm = {
  id: "harmony",
  isMarked: false,
  opener: () => "(?:<\\|start\\|>assistant|<\\|channel\\|>commentary|commentary|analysis)?\\s{0,9}to=functions\\.",
  prefixes: () => ["<|start|>", "<|channel|>commentary", "commentary to=functions."],
  read(scan, at) {
    const head = scan.match(
      /[^{}]{0,60}?to=functions\.([\w.-]{1,200})(?:\s|<\|(?:channel|constrain|message)\|>|commentary|code|json){0,20}/y,
      at,
    );
    const json = head && scan.readJson(at + head[0].length, "<|call|>");
    if (!json || !isRecord(json.value)) return undefined;
    const closer = scan.match(/\s{0,20}<\|(?:call|end|return)\|>/y, json.end)?.[0] ?? "";
    return { calls: [{ name: head[1] ?? "", input: json.value }], end: json.end + closer.length };
  },
};
