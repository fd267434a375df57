import type { ApprovalRule } from "@roo-code/types";
import type { ApiSettingsLayer } from "@roo-code/types/api";
import { ListX, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Empty } from "../../../ui/states.tsx";
import { useChangeSettings, useSettings } from "../values/use-settings.ts";
import { AddRule } from "./add-rule.tsx";
import { kindLabels } from "./approval-kinds.ts";

/** The rules of the project itself are read-only. */
const layers: readonly { readonly layer: ApiSettingsLayer; readonly title: string }[] = [
  { layer: "local", title: "In this project" },
  { layer: "user", title: "Everywhere" },
  { layer: "project", title: "Set by the project" },
];

/** Approval rules for commands, paths, hosts and tools. */
export function RuleList({ workspaceId }: { readonly workspaceId: string }) {
  const { data } = useSettings(workspaceId);
  const change = useChangeSettings(workspaceId);
  const [isAdding, setIsAdding] = useState(false);
  if (!data) return null;
  const rulesIn = (layer: ApiSettingsLayer) => data.approvals.find((each) => each.layer === layer)?.rules ?? [];
  const write = (layer: ApiSettingsLayer, next: readonly ApprovalRule[]) =>
    change.mutate({ layer, values: { approvals: next.length > 0 ? next : null } });
  const shown = layers.filter(({ layer }) => rulesIn(layer).length > 0);
  return (
    <Card
      title="Rules"
      actions={
        <Button size="sm" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden /> Add
        </Button>
      }
    >
      {shown.length === 0 && (
        <Empty icon={<ListX />} title="No rules">
          Choosing “Always” on an approval adds one. Deny rules override allow rules.
        </Empty>
      )}
      {shown.map(({ layer, title }) => (
        <section key={layer} aria-label={title} className="border-b last:border-b-0">
          <header className="px-4 pt-3 pb-1">
            <h3 className="text-sm font-medium">{title}</h3>
            <p className="font-mono text-2xs break-all text-ink-3">{data.files[layer]}</p>
          </header>
          <ul className="divide-y">
            {rulesIn(layer).map((rule, index) => (
              <li key={`${index} ${ruleSentence(rule)}`} className="flex items-center gap-3 px-4 py-2">
                <RuleText rule={rule} />
                {layer !== "project" && (
                  <IconButton
                    label={`Remove: ${ruleSentence(rule)}`}
                    disabled={change.isPending}
                    onClick={() => write(layer, rulesIn(layer).toSpliced(index, 1))}
                  >
                    <Trash2 />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {isAdding && (
        <AddRule
          onAdd={(rule, layer) => {
            write(layer, [...rulesIn(layer), rule]);
            setIsAdding(false);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Card>
  );
}

const tones: Record<ApprovalRule["action"], Tone> = { allow: "ok", ask: "neutral", deny: "bad" };

function RuleText({ rule }: { readonly rule: ApprovalRule }) {
  return (
    <>
      <Badge tone={tones[rule.action]}>{rule.action}</Badge>
      <span className="min-w-0 flex-1 text-sm">
        {partsOf(rule).map(({ label, value }) => (
          <span key={label} className="mr-2">
            <span className="text-ink-3">{label}</span> <code className="font-mono text-xs break-all">{value}</code>
          </span>
        ))}
        {rule.reason && <span className="block text-xs text-ink-3">{rule.reason}</span>}
      </span>
    </>
  );
}

function ruleSentence(rule: ApprovalRule): string {
  return [rule.action, ...partsOf(rule).map(({ label, value }) => `${label} ${value}`)].join(" ");
}

function partsOf({ kind, command, path, host, tool, forbid }: ApprovalRule): { label: string; value: string }[] {
  return [
    { label: "to", value: kind && kindLabels[kind].title.toLowerCase() },
    { label: "command", value: command },
    { label: "path", value: path },
    { label: "host", value: host },
    { label: "tool", value: tool },
    { label: "but not with", value: forbid?.join(" ") },
  ].flatMap(({ label, value }) => (value ? { label, value } : []));
}
