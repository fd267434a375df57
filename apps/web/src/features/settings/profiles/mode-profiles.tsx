import type { ProfileView } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod";
import { modesQuery } from "../../../data/configuration-queries.ts";
import { Card } from "../../../ui/card.tsx";
import { NativeSelect } from "../../../ui/field.tsx";
import { OriginBadge } from "../values/origin-badge.tsx";
import { useChangeSettings, useSettings } from "../values/use-settings.ts";

const byMode = z.record(z.string(), z.string());

export interface ModeProfilesProps {
  readonly workspaceId: string;
  readonly profiles: readonly ProfileView[];
}

/** A model of its own for a mode: a cheap one to ask, a strong one to plan. */
export function ModeProfiles({ workspaceId, profiles }: ModeProfilesProps) {
  const modes = useQuery(modesQuery(workspaceId));
  const { find } = useSettings(workspaceId);
  const change = useChangeSettings(workspaceId);
  const setting = find("modeProfiles");
  const assigned = byMode.safeParse(setting?.value).data ?? {};
  if (profiles.length === 0 || !modes.data) return null;
  const assign = (mode: string, profile: string) => {
    const { [mode]: _, ...others } = assigned;
    const next = profile === "" ? others : { ...others, [mode]: profile };
    change.mutate({ layer: "user", values: { modeProfiles: Object.keys(next).length > 0 ? next : null } });
  };
  return (
    <Card title="Profile by mode" actions={<OriginBadge origin={setting} />}>
      <ul className="divide-y">
        {modes.data.modes.map(({ slug, name }) => (
          <li key={slug} className="flex items-center gap-4 px-4 py-2">
            <span className="min-w-0 flex-1 truncate text-sm">{name}</span>
            <NativeSelect
              aria-label={`Profile in ${name}`}
              className="!w-48"
              value={assigned[slug] ?? ""}
              disabled={change.isPending}
              onChange={({ target }) => assign(slug, target.value)}
            >
              <option value="">default</option>
              {profiles.map((profile) => (
                <option key={profile.name}>{profile.name}</option>
              ))}
            </NativeSelect>
          </li>
        ))}
      </ul>
    </Card>
  );
}
