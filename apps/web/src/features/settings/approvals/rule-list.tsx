import { type ApprovalRule, approvalRuleSchema } from "@roo-code/types";
import { ListX, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import * as z from "zod";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Empty } from "../../../ui/states.tsx";
import { OriginBadge } from "../values/origin-badge.tsx";
import { useChangeSettings, useSettings } from "../values/use-settings.ts";
import { AddRule } from "./add-rule.tsx";
import { RuleText, ruleSentence } from "./rule-text.tsx";

const rulesSchema = z.array(approvalRuleSchema);

/** What was decided once for single commands, paths, hosts and tools. */
export function RuleList({ workspaceId }: { readonly workspaceId: string }) {
  const { data, find } = useSettings(workspaceId);
  const change = useChangeSettings(workspaceId);
  const [isAdding, setIsAdding] = useState(false);
  if (!data) return null;
  const setting = find("approvals");
  const rules = rulesSchema.safeParse(setting?.value).data ?? [];
  // Layers add up, so that with a folder's rules among them the list is not one file's.
  const isMine = setting === undefined || setting.layer === "user" || setting.layer === "default";
  const write = (next: readonly ApprovalRule[]) =>
    change.mutate({ layer: "user", values: { approvals: next.length > 0 ? next : null } });
  return (
    <Card
      title="Rules"
      actions={
        <>
          <OriginBadge origin={setting} />
          {isMine && (
            <Button size="sm" onClick={() => setIsAdding(true)}>
              <Plus aria-hidden /> Add
            </Button>
          )}
        </>
      }
    >
      {rules.length === 0 ? (
        <Empty icon={<ListX />} title="No rules">
          “Always” in a question adds one. A rule that denies is stronger than one that allows.
        </Empty>
      ) : (
        <ul className="divide-y">
          {rules.map((rule, index) => (
            <li key={`${index} ${ruleSentence(rule)}`} className="flex items-center gap-3 px-4 py-2">
              <RuleText rule={rule} />
              {isMine && (
                <IconButton
                  label={`Remove: ${ruleSentence(rule)}`}
                  disabled={change.isPending}
                  onClick={() => write(rules.filter((each) => each !== rule))}
                >
                  <Trash2 />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isMine && (
        <p className="border-t px-4 py-2 text-xs text-ink-2">
          Some are of this folder; edit {data.files.project} and {data.files.user} to change them.
        </p>
      )}
      {isAdding && (
        <AddRule
          onAdd={(rule) => {
            write([...rules, rule]);
            setIsAdding(false);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Card>
  );
}
