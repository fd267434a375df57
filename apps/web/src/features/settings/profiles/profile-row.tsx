import type { ProfileView } from "@roo-code/types/api";
import { useMutation } from "@tanstack/react-query";
import { ArrowRight, Ellipsis, Pencil, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import { client } from "../../../data/client.ts";
import { refreshProfiles } from "../../../data/configuration-queries.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { showError } from "../../../ui/toast.ts";
import { TestOutcome } from "./test-outcome.tsx";

interface ProfileRowProps {
  readonly view: ProfileView;
  readonly onEdit: () => void;
}

export function ProfileRow({ view, onEdit }: ProfileRowProps) {
  const { name, profile, isDefault, modes } = view;
  const [isRemoving, setIsRemoving] = useState(false);
  const test = useMutation({ mutationFn: () => client.providers.test({ body: { name } }) });
  const makeDefault = useMutation({
    mutationFn: () => client.providers.putProfile({ params: { name }, body: { profile, isDefault: true } }),
    onSuccess: refreshProfiles,
    onError: showError,
  });
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-40 flex-1">
          <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
            {name}
            {isDefault && <Badge tone="accent">default</Badge>}
            {modes.map((mode) => (
              <Badge key={mode}>{mode}</Badge>
            ))}
          </p>
          <p className="text-xs break-all text-ink-2">
            {profile.apiProvider}
            {profile.apiModelId && ` · ${profile.apiModelId}`}
            {profile.apiBaseUrl && ` · ${profile.apiBaseUrl}`}
          </p>
          <FallbackChain names={[name, ...(profile.fallback ?? [])]} />
        </div>
        <Button size="sm" disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? "Testing…" : "Test"}
        </Button>
        <Menu
          trigger={
            <IconButton label={`More for ${name}`}>
              <Ellipsis />
            </IconButton>
          }
          items={[
            { label: "Edit", icon: <Pencil />, onSelect: onEdit },
            {
              label: "Set as default",
              icon: <Star />,
              isDisabled: isDefault,
              onSelect: () => makeDefault.mutate(),
            },
            null,
            { label: "Remove", icon: <Trash2 />, isDanger: true, onSelect: () => setIsRemoving(true) },
          ]}
        />
      </div>
      <TestOutcome outcome={test.data} error={test.error} keyHint="Edit the profile to check its key." />
      {isRemoving && <RemoveProfile name={name} onClose={() => setIsRemoving(false)} />}
    </li>
  );
}

/** The fallback profiles, in order. */
function FallbackChain({ names }: { readonly names: readonly string[] }) {
  if (names.length < 2) return null;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-1 text-xs text-ink-3">
      Falls back to:
      {names.map((name, index) => (
        <span key={name} className="inline-flex items-center gap-1 text-ink-2">
          {index > 0 && <ArrowRight className="size-3" aria-label="then" />}
          {name}
        </span>
      ))}
    </p>
  );
}

function RemoveProfile({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => client.providers.removeProfile({ params: { name } }),
    onSuccess: refreshProfiles,
    onError: showError,
    onSettled: onClose,
  });
  return (
    <Confirm
      title={`Remove ${name}?`}
      action="Remove"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Its key is deleted too. Tasks that used it are kept.
    </Confirm>
  );
}
