import { useState } from "react";
import { Input } from "../../../ui/field.tsx";
import { SettingsCard } from "./settings-card.tsx";
import type { SectionProps } from "./use-settings.ts";

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

export function AllSettingsSection({ workspaceId }: SectionProps) {
  const [query, setQuery] = useState("");
  const term = query.trim().toLowerCase();
  return (
    <>
      <Input
        type="search"
        aria-label="Find a setting"
        placeholder="Find a setting"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <SettingsCard
        workspaceId={workspaceId}
        title="Every setting"
        choose={(described) =>
          described.filter(({ key, description }) => `${key} ${description}`.toLowerCase().includes(term))
        }
      />
    </>
  );
}
