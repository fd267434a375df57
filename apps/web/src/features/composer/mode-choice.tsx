import { useQuery } from "@tanstack/react-query";
import { Drama } from "lucide-react";
import { modesQuery, settingsQuery } from "../../data/configuration-queries.ts";
import { Menu } from "../../ui/menu.tsx";
import { ChoiceButton } from "./choice-button.tsx";

export interface ModeChoiceProps {
  readonly workspaceId: string | undefined;
  /** Without one, the mode of the settings is shown. */
  readonly mode: string | undefined;
  readonly onChange: (mode: string) => void;
  /** The mode is changed between runs. */
  readonly isDisabled?: boolean;
}

export function ModeChoice({ workspaceId, mode, onChange, isDisabled = false }: ModeChoiceProps) {
  const { data } = useQuery({ ...modesQuery(workspaceId ?? ""), enabled: workspaceId !== undefined });
  const needsDefault = workspaceId !== undefined && mode === undefined;
  const settings = useQuery({ ...settingsQuery(workspaceId ?? ""), enabled: needsDefault });
  const modes = data?.modes ?? [];
  const slug = mode ?? settings.data?.settings.find(({ key }) => key === "mode")?.value;
  const chosen = modes.find((candidate) => candidate.slug === slug)?.name ?? mode ?? "Mode";
  return (
    <Menu
      align="start"
      trigger={
        <ChoiceButton
          label="Mode"
          icon={<Drama aria-hidden />}
          chosen={chosen}
          disabled={isDisabled || modes.length === 0}
        />
      }
      items={modes.map(({ slug: value, name, description, whenToUse }) => ({
        label: (
          <span className="flex max-w-72 flex-col">
            <span>{name}</span>
            <span className="line-clamp-2 text-xs text-ink-3">{description ?? whenToUse}</span>
          </span>
        ),
        onSelect: () => onChange(value),
      }))}
    />
  );
}
