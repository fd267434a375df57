import type { SectionProps } from "../section-props.ts";
import { SettingsCard } from "./settings-card.tsx";

const titles: Readonly<Record<string, string>> = {
  maxCost: "Max cost per run (USD)",
  maxTokens: "Max tokens per run",
  maxTurns: "Max turns per run",
  timeout: "Run timeout (seconds)",
  commandTimeout: "Command timeout (seconds)",
  condenseThreshold: "Summarize at (% of the context window)",
};

export function BudgetSection({ workspaceId }: SectionProps) {
  return (
    <SettingsCard
      workspaceId={workspaceId}
      title="Limits"
      titles={titles}
      choose={(described) => Object.keys(titles).flatMap((key) => described.find((each) => each.key === key) ?? [])}
    />
  );
}
