import { useState } from "react";
import { Input } from "../../../ui/field.tsx";
import type { SectionProps } from "../section-props.ts";
import { SettingsCard } from "./settings-card.tsx";

export function AllSettingsSection({ workspaceId }: SectionProps) {
  const [wanted, setWanted] = useState("");
  const word = wanted.trim().toLowerCase();
  return (
    <>
      <Input
        type="search"
        aria-label="Find a setting"
        placeholder="Find a setting"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <SettingsCard
        workspaceId={workspaceId}
        title="Every setting"
        choose={(described) =>
          described.filter(({ key, description }) => `${key} ${description}`.toLowerCase().includes(word))
        }
      />
    </>
  );
}
