import type { ApprovalRule } from "@roo-code/types";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { kindWords } from "./approval-kinds.ts";

const tones: Record<ApprovalRule["action"], Tone> = { allow: "ok", ask: "neutral", deny: "bad" };

export function RuleText({ rule }: { readonly rule: ApprovalRule }) {
  return (
    <>
      <Badge tone={tones[rule.action]}>{rule.action}</Badge>
      <span className="min-w-0 flex-1 text-sm">
        {partsOf(rule).map(({ word, value }) => (
          <span key={word} className="mr-2">
            <span className="text-ink-3">{word}</span> <code className="font-mono text-xs break-all">{value}</code>
          </span>
        ))}
        {rule.reason && <span className="block text-xs text-ink-3">{rule.reason}</span>}
      </span>
    </>
  );
}

export function ruleSentence(rule: ApprovalRule): string {
  return [rule.action, ...partsOf(rule).map(({ word, value }) => `${word} ${value}`)].join(" ");
}

function partsOf({ kind, command, path, host, tool, forbid }: ApprovalRule): { word: string; value: string }[] {
  return [
    { word: "to", value: kind && kindWords[kind].title.toLowerCase() },
    { word: "command", value: command },
    { word: "path", value: path },
    { word: "host", value: host },
    { word: "tool", value: tool },
    { word: "but not with", value: forbid?.join(" ") },
  ].flatMap(({ word, value }) => (value ? { word, value } : []));
}
