import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { providersQuery } from "../../data/configuration-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field, Input, NativeSelect } from "../../ui/field.tsx";
import { TestOutcome } from "../settings/profiles/test-outcome.tsx";
import { guessProvider } from "./guess-provider.ts";
import { useModel } from "./use-model.ts";

/** Saves a key after a test call has succeeded. */
export function PasteKey({ onDone }: { readonly onDone: () => void }) {
  const { data } = useQuery(providersQuery);
  const [key, setKey] = useState("");
  const [chosen, setChosen] = useState("");
  const [address, setAddress] = useState("");
  const [model, setModel] = useState("");
  const use = useModel(onDone);
  const choices = data?.providers.filter(({ needsKey, needsAddress }) => needsKey || needsAddress) ?? [];
  const provider = choices.find(({ id }) => id === (chosen || (guessProvider(key) ?? "anthropic")));
  const isComplete =
    provider !== undefined && (key.trim() !== "" || !provider.needsKey) && (address !== "" || !provider.needsAddress);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    const profile = {
      apiProvider: provider.id,
      apiBaseUrl: address.trim() || undefined,
      apiModelId: model.trim() || provider.defaultModel,
    };
    use.mutate({ name: provider.label, profile, key: key.trim() || undefined });
  };
  return (
    <Card title="Paste an API key">
      <form className="flex flex-col gap-4 p-4" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-[1fr_14rem]">
          <Field label="Key" hint="The provider is recognized by the key's prefix.">
            {(field) => (
              <Input
                {...field}
                type="password"
                autoComplete="off"
                value={key}
                onChange={({ target }) => setKey(target.value)}
              />
            )}
          </Field>
          <Field label="Provider">
            {(field) => (
              <NativeSelect {...field} value={provider?.id ?? ""} onChange={({ target }) => setChosen(target.value)}>
                {choices.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        </div>
        {provider && (provider.needsAddress || provider.defaultModel === undefined) && (
          <div className="grid gap-4 sm:grid-cols-2">
            {provider.needsAddress && (
              <Field label="Address">
                {(field) => (
                  <Input
                    {...field}
                    type="url"
                    placeholder="http://127.0.0.1:8000/v1"
                    value={address}
                    onChange={({ target }) => setAddress(target.value)}
                  />
                )}
              </Field>
            )}
            <Field label="Model">
              {(field) => <Input {...field} value={model} onChange={({ target }) => setModel(target.value)} />}
            </Field>
          </div>
        )}
        <TestOutcome outcome={use.data} error={use.error} keyHint="Check the key above." />
        <div className="flex items-center justify-between gap-3">
          <p className="text-xs text-ink-3">The key is tested with one short request, for a fraction of a cent.</p>
          <Button type="submit" variant="primary" disabled={!isComplete || use.isPending}>
            {use.isPending ? "Testing…" : "Test and save"}
          </Button>
        </div>
      </form>
    </Card>
  );
}
