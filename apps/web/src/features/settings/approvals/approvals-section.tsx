import type { SectionProps } from "../section-props.ts";
import { AutoApprove } from "./auto-approve.tsx";
import { RuleList } from "./rule-list.tsx";

export function ApprovalsSection({ workspaceId }: SectionProps) {
  return (
    <>
      <AutoApprove workspaceId={workspaceId} />
      <RuleList workspaceId={workspaceId} />
    </>
  );
}
