import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Cpu, Plus } from "lucide-react";
import { profilesQuery } from "../../data/provider-queries.ts";
import { aboutQuery } from "../../data/server-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { ChoiceButton } from "../composer/choice-button.tsx";

export interface ProfileChoiceProps {
  /** Without one, the settings and the environment decide. */
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
      <Button asChild look="quiet" size="sm">
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
