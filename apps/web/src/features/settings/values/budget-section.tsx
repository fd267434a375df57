import type { SectionProps } from "../section-props.ts";
import { SettingsCard } from "./settings-card.tsx";

const titles: Readonly<Record<string, string>> = {
  maxCost: "Cost of a run, in US dollars",
  maxTokens: "Tokens of a run",
  maxTurns: "Turns of a run",
  timeout: "Seconds of a run",
  commandTimeout: "Seconds of a command",
  condenseThreshold: "Sum up at, in per cent of the window",
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
