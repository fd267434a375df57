import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../data/client.ts";
import { providersQuery, refreshProfiles } from "../../../data/configuration-queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input, NativeSelect } from "../../../ui/field.tsx";
import { describeError } from "../../../ui/states.tsx";
import { FallbackChoice, ModelField, ProfileMore } from "./profile-fields.tsx";
import { type ProfileForm, profileOf } from "./profile-form.ts";
import { TestOutcome } from "./test-outcome.tsx";

interface ProfileDialogProps {
  readonly form: ProfileForm;
  /** Names of other profiles. */
  readonly others: readonly string[];
  readonly onClose: () => void;
}

export function ProfileDialog({ form: initial, others, onClose }: ProfileDialogProps) {
  const [form, setForm] = useState(initial);
  const set = (change: Partial<ProfileForm>) => setForm((before) => ({ ...before, ...change }));
  const { data } = useQuery(providersQuery);
  const provider = data?.providers.find(({ id }) => id === form.provider);
  const test = useMutation({
    mutationFn: () =>
      client.providers.test({
        body: {
          profile: profileOf(form),
          name: form.original,
          key: form.key || undefined,
        },
      }),
  });
  const save = useMutation({
    mutationFn: () =>
      client.providers.putProfile({
        params: { name: form.name.trim() },
        body: { profile: profileOf(form), isDefault: form.isDefault, key: form.key || undefined },
      }),
    onSuccess: async () => {
      await refreshProfiles();
      onClose();
    },
  });
  const isComplete = form.name.trim() !== "" && form.provider !== "";
  const failure = save.error ? describeError(save.error) : undefined;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={form.original === undefined ? "New profile" : `Profile ${form.original}`}
      footer={
        <>
          <Button disabled={!isComplete || test.isPending} onClick={() => test.mutate()}>
            {test.isPending ? "Testing…" : "Test"}
          </Button>
          <Button variant="primary" disabled={!isComplete || save.isPending} onClick={() => save.mutate()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-1">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Name"
            hint={
              form.original === undefined
                ? "A name of your choice."
                : "Names cannot be changed. Create a new profile instead."
            }
          >
            {(field) => (
              <Input
                {...field}
                autoFocus
                value={form.name}
                disabled={form.original !== undefined}
                onChange={({ target }) => set({ name: target.value })}
              />
            )}
          </Field>
          <Field label="Provider" hint={provider?.detail}>
            {(field) => (
              <NativeSelect
                {...field}
                value={form.provider}
                onChange={({ target }) => {
                  const chosen = data?.providers.find(({ id }) => id === target.value);
                  set({ provider: target.value, model: chosen?.defaultModel ?? "" });
                }}
              >
                <option value="" disabled>
                  Choose one
                </option>
                {data?.providers.map(({ id, label, isReady }) => (
                  <option key={id} value={id}>
                    {label} ({id}){isReady ? " ✓" : ""}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        </div>
        <ModelField provider={form.provider} model={form.model} onChange={(model) => set({ model })} />
        {(provider?.needsKey ?? true) && (
          <Field
            label="Key"
            hint={
              form.hasKey
                ? "A key is stored. Leave empty to keep it."
                : "Stored in this machine's secret store and never shown again."
            }
          >
            {(field) => (
              <Input
                {...field}
                type="password"
                autoComplete="off"
                value={form.key}
                placeholder={form.hasKey ? "••••••••" : ""}
                onChange={({ target }) => set({ key: target.value })}
              />
            )}
          </Field>
        )}
        <Field label="Address" hint={provider?.needsAddress ? "The server's URL." : "Only for a custom server."}>
          {(field) => (
            <Input
              {...field}
              type="url"
              value={form.address}
              placeholder="https://example.org/v1"
              onChange={({ target }) => set({ address: target.value })}
            />
          )}
        </Field>
        <FallbackChoice chosen={form.fallback} others={others} onChange={(fallback) => set({ fallback })} />
        <Checkbox label="Use as default" checked={form.isDefault} onChange={(isDefault) => set({ isDefault })} />
        <ProfileMore form={form} onChange={set} />
        <TestOutcome outcome={test.data} error={test.error} keyHint="Check the key above." />
        {failure && (
          <p role="alert" className="text-sm text-bad">
            {failure.message} {failure.next}
          </p>
        )}
      </div>
    </Dialog>
  );
}
