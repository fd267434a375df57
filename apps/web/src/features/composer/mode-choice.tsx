import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { client } from "../../data/client.ts";
import { queryKeys } from "../../data/query-keys.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";

export interface ModeChoiceProps {
  readonly workspaceId: string | undefined;
  readonly mode: string | undefined;
  readonly onChange: (mode: string) => void;
  /** A mode is changed between runs. */
  readonly isDisabled?: boolean;
}

export function ModeChoice({ workspaceId, mode, onChange, isDisabled = false }: ModeChoiceProps) {
  const { data } = useQuery({
    queryKey: queryKeys.modes(workspaceId),
    queryFn: ({ signal }) => client.configuration.modes({ params: { workspaceId: workspaceId ?? "" } }, { signal }),
    enabled: workspaceId !== undefined,
  });
  const modes = data?.modes ?? [];
  const name = modes.find(({ slug }) => slug === mode)?.name ?? mode ?? "Mode";
  return (
    <Menu
      align="start"
      trigger={
        <Button look="quiet" size="sm" aria-label={`Mode: ${name}`} disabled={isDisabled || modes.length === 0}>
          {name}
          <ChevronDown />
        </Button>
      }
      items={modes.map(({ slug, name: label }) => ({ label, onSelect: () => onChange(slug) }))}
    />
  );
}
