import { type ApprovalKind, approvalKindSchema } from "@roo-code/types";
import * as z from "zod";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { Failed, Loading } from "../../../ui/states.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { isFixed, OriginBadge } from "../values/origin-badge.tsx";
import { type SectionProps, useChangeSettings, useSettings } from "../values/use-settings.ts";
import { kindLabels } from "./approval-kinds.ts";
import { RuleList } from "./rule-list.tsx";

export function ApprovalsSection({ workspaceId }: SectionProps) {
  return (
    <>
      <AutoApprove workspaceId={workspaceId} />
      <RuleList workspaceId={workspaceId} />
    </>
  );
}

const kindsSchema = z.array(approvalKindSchema);
// Questions are always asked; `followup` exists only because Roo Code's settings have it.
const offered = approvalKindSchema.options.filter((kind) => kind !== "followup");
const risky: readonly ApprovalKind[] = ["protected", "destructive"];

/** Kinds of effects that need no approval. */
function AutoApprove({ workspaceId }: { readonly workspaceId: string }) {
  const { data, error, refetch, find } = useSettings(workspaceId);
  const change = useChangeSettings(workspaceId);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Loading approvals" />;
  const setting = find("autoApprove");
  const allowed = new Set(kindsSchema.safeParse(setting?.value).data);
  const toggle = (kind: ApprovalKind, isAllowed: boolean) => {
    const kinds = approvalKindSchema.options.filter((each) => (each === kind ? isAllowed : allowed.has(each)));
    change.mutate({ layer: "user", values: { autoApprove: kinds } });
  };
  return (
    <Card title="Auto-approve" actions={<OriginBadge origin={setting} />}>
      <ul className="-mb-px grid overflow-hidden rounded-b-xl sm:grid-cols-2">
        {offered.map((kind) => (
          <li key={kind} className="flex items-center gap-4 border-b px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 text-sm font-medium">
                {kindLabels[kind].title}
                {risky.includes(kind) && <Badge tone="warn">caution</Badge>}
              </p>
              <p className="text-xs text-ink-2">{kindLabels[kind].about}</p>
            </div>
            <Switch
              label={kindLabels[kind].title}
              checked={allowed.has(kind)}
              disabled={isFixed(setting) || change.isPending}
              onChange={(isAllowed) => toggle(kind, isAllowed)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
