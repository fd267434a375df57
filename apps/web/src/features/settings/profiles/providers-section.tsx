import type { ProfileView } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { Cpu, Plus } from "lucide-react";
import { useState } from "react";
import * as z from "zod";
import { modesQuery, profilesQuery } from "../../../data/configuration-queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { NativeSelect } from "../../../ui/field.tsx";
import { Empty, Failed, Loading } from "../../../ui/states.tsx";
import { OriginBadge } from "../values/origin-badge.tsx";
import { type SectionProps, useChangeSettings, useSettings } from "../values/use-settings.ts";
import { ProfileDialog } from "./profile-dialog.tsx";
import { emptyForm, formOf, type ProfileForm } from "./profile-form.ts";
import { ProfileRow } from "./profile-row.tsx";
import { ProviderList } from "./provider-list.tsx";

export function ProvidersSection({ workspaceId }: SectionProps) {
  const { data, error, refetch } = useQuery(profilesQuery);
  const [edited, setEdited] = useState<ProfileForm>();
  return (
    <>
      <Card
        title="Profiles"
        actions={
          <Button size="sm" onClick={() => setEdited(emptyForm())}>
            <Plus aria-hidden /> Add
          </Button>
        }
      >
        {error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading label="Loading profiles" />
        ) : data.profiles.length === 0 ? (
          <Empty icon={<Cpu />} title="No profiles yet">
            A profile is a named way to reach a model. Without one, a key from the environment or a local server is
            used.
          </Empty>
        ) : (
          <ul className="divide-y">
            {data.profiles.map((view) => (
              <ProfileRow key={view.name} view={view} onEdit={() => setEdited(formOf(view))} />
            ))}
          </ul>
        )}
      </Card>
      <ModeProfiles workspaceId={workspaceId} profiles={data?.profiles ?? []} />
      <ProviderList onUse={(provider) => setEdited(emptyForm(provider))} />
      {edited && (
        <ProfileDialog
          form={edited}
          others={data?.profiles.map(({ name }) => name).filter((name) => name !== edited.original) ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

const modeProfilesSchema = z.record(z.string(), z.string());

interface ModeProfilesProps {
  readonly workspaceId: string;
  readonly profiles: readonly ProfileView[];
}

/** A profile per mode, such as a cheap model to ask and a strong one to plan. */
function ModeProfiles({ workspaceId, profiles }: ModeProfilesProps) {
  const modes = useQuery(modesQuery(workspaceId));
  const { find } = useSettings(workspaceId);
  const change = useChangeSettings(workspaceId);
  const setting = find("modeProfiles");
  const assigned = modeProfilesSchema.safeParse(setting?.value).data ?? {};
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
