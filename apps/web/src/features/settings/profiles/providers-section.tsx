import { useQuery } from "@tanstack/react-query";
import { Cpu, Plus } from "lucide-react";
import { useState } from "react";
import { profilesQuery } from "../../../data/configuration-queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Empty, Failed, Loading } from "../../../ui/states.tsx";
import type { SectionProps } from "../values/use-settings.ts";
import { ModeProfiles } from "./mode-profiles.tsx";
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
