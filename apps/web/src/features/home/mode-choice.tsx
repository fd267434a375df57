import { useQuery } from "@tanstack/react-query";
import { Drama } from "lucide-react";
import { modesQuery, settingsQuery } from "../../data/configuration-queries.ts";
import { useWorkspaceChoice } from "../../data/workspace-choice.ts";
import { Menu } from "../../ui/menu.tsx";
import { ChoiceButton } from "./choice-button.tsx";
import { useDraft } from "./draft.ts";

export function ModeChoice() {
  const { mode } = useDraft();
  const { workspace } = useWorkspaceChoice();
  const asked = { enabled: workspace !== undefined };
  const { data } = useQuery({ ...modesQuery(workspace?.workspaceId ?? ""), ...asked });
  const settings = useQuery({ ...settingsQuery(workspace?.workspaceId ?? ""), ...asked });
  const modes = data?.modes ?? [];
  const usual = settings.data?.settings.find(({ key }) => key === "mode")?.value;
  const chosen = modes.find(({ slug }) => slug === (mode || usual));
  return (
    <Menu
      align="start"
      trigger={<ChoiceButton label="Mode" icon={<Drama aria-hidden />} chosen={chosen?.name ?? "Mode"} />}
      items={modes.map(({ slug, name, description, whenToUse }) => ({
        label: <TwoLines title={name} detail={description ?? whenToUse} />,
        onSelect: () => useDraft.setState({ mode: slug }),
      }))}
    />
  );
}

function TwoLines({ title, detail }: { readonly title: string; readonly detail: string | undefined }) {
  return (
    <span className="flex max-w-72 flex-col">
      <span>{title}</span>
      {detail && <span className="line-clamp-2 text-xs text-ink-3">{detail}</span>}
    </span>
  );
}
