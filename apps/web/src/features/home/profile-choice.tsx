import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Cpu, Plus } from "lucide-react";
import { profilesQuery } from "../../data/provider-queries.ts";
import { aboutQuery } from "../../data/server-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { ChoiceButton } from "./choice-button.tsx";
import { useDraft } from "./draft.ts";

/** Which model works: a profile, else what the settings and the environment give. */
export function ProfileChoice() {
  const { profile } = useDraft();
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
  const usual = profiles.find(({ isDefault }) => isDefault)?.name ?? about.data?.found[0]?.label ?? "Usual model";
  return (
    <Menu
      align="start"
      trigger={<ChoiceButton label="Model" icon={<Cpu aria-hidden />} chosen={profile || usual} />}
      items={[
        { label: `As set (${usual})`, onSelect: () => useDraft.setState({ profile: "" }) },
        ...(profiles.length > 0 ? [null] : []),
        ...profiles.map(({ name }) => ({ label: name, onSelect: () => useDraft.setState({ profile: name }) })),
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
