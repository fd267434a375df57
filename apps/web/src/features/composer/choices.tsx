import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronDown, Cpu, Drama, Plus } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { modesQuery, profilesQuery, settingsQuery } from "../../data/configuration-queries.ts";
import { aboutQuery } from "../../data/server-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";

interface ModeChoiceProps {
  readonly workspaceId: string | undefined;
  /** By default, the mode of the settings. */
  readonly mode: string | undefined;
  readonly onChange: (mode: string) => void;
  /** The mode cannot be changed during a run. */
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

interface ProfileChoiceProps {
  /** By default, the settings and the environment decide. */
  readonly profile: string | undefined;
  readonly onChange: (profile: string | undefined) => void;
}

export function ProfileChoice({ profile, onChange }: ProfileChoiceProps) {
  const { data } = useQuery(profilesQuery);
  const about = useQuery(aboutQuery);
  const navigate = useNavigate();
  const profiles = data?.profiles ?? [];
  if (about.data && !about.data.hasProvider)
    return (
      <Button asChild variant="quiet" size="sm">
        <Link to="/welcome">
          <Cpu aria-hidden /> Set up a model
        </Link>
      </Button>
    );
  const defaultName =
    profiles.find(({ isDefault }) => isDefault)?.name ?? about.data?.found[0]?.label ?? "Default model";
  return (
    <Menu
      align="start"
      trigger={<ChoiceButton label="Model" icon={<Cpu aria-hidden />} chosen={profile ?? defaultName} />}
      items={[
        { label: `Default (${defaultName})`, onSelect: () => onChange(undefined) },
        ...(profiles.length > 0 ? [null] : []),
        ...profiles.map(({ name }) => ({ label: name, onSelect: () => onChange(name) })),
        null,
        {
          label: "Add a profile…",
          icon: <Plus />,
          onSelect: () => void navigate({ to: "/settings/$section", params: { section: "providers" } }),
        },
      ]}
    />
  );
}

interface ChoiceButtonProps extends ComponentProps<"button"> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly chosen: string;
}

/** Opens a menu; shows the current choice. */
export function ChoiceButton({ label, icon, chosen, ...rest }: ChoiceButtonProps) {
  return (
    <Button variant="quiet" size="sm" aria-label={`${label}: ${chosen}`} {...rest}>
      {icon}
      <span className="max-w-40 truncate">{chosen}</span>
      <ChevronDown className="!size-3 text-ink-3" aria-hidden />
    </Button>
  );
}
