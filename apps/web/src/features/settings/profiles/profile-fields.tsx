import { reasoningEfforts } from "@roo-code/types";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, X } from "lucide-react";
import { useId } from "react";
import { modelsQuery } from "../../../data/configuration-queries.ts";
import { Field, Input, NativeSelect } from "../../../ui/field.tsx";
import { formatCount } from "../../../ui/format.ts";
import type { ProfileForm } from "./profile-form.ts";

interface ModelFieldProps {
  readonly provider: string;
  readonly model: string;
  readonly onChange: (model: string) => void;
}

/** A free text field that suggests the models of the provider. */
export function ModelField({ provider, model, onChange }: ModelFieldProps) {
  const listId = useId();
  const { data } = useQuery({ ...modelsQuery(provider), enabled: provider !== "" });
  const known = data?.models.find(({ id }) => id === model);
  const facts = [
    known?.contextWindow !== undefined && `${formatCount(known.contextWindow)} tokens of context`,
    known?.inputPrice !== undefined && `$${known.inputPrice} in, $${known.outputPrice ?? "?"} out per million tokens`,
    known?.takesImages && "images",
  ];
  return (
    <Field label="Model" hint={facts.filter(Boolean).join(" · ") || (data && `${data.models.length} known`)}>
      {(field) => (
        <>
          <Input {...field} list={listId} value={model} onChange={({ target }) => onChange(target.value)} />
          <datalist id={listId}>
            {data?.models.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

interface FallbackChoiceProps {
  readonly chosen: readonly string[];
  readonly others: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Fallback profiles, in order. */
export function FallbackChoice({ chosen, others, onChange }: FallbackChoiceProps) {
  const available = others.filter((name) => !chosen.includes(name));
  if (chosen.length === 0 && available.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-sm font-medium">When it is down, overloaded or out of credit, fall back to</legend>
      <ol className="flex flex-wrap items-center gap-1.5 pt-1">
        {chosen.map((name, index) => (
          <li key={name} className="flex items-center gap-1.5">
            {index > 0 && <ArrowRight className="size-3 text-ink-3" aria-label="then" />}
            <button
              type="button"
              aria-label={`Remove ${name}`}
              className="inline-flex h-7 items-center gap-1 rounded-md border bg-sunken px-2 text-xs hover:bg-hover"
              onClick={() => onChange(chosen.filter((each) => each !== name))}
            >
              {name} <X className="size-3" aria-hidden />
            </button>
          </li>
        ))}
        {available.length > 0 && (
          <li>
            <NativeSelect
              aria-label="Add a fallback"
              className="!h-7 !w-auto text-xs"
              value=""
              onChange={({ target }) => onChange([...chosen, target.value])}
            >
              <option value="">add…</option>
              {available.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </NativeSelect>
          </li>
        )}
      </ol>
    </fieldset>
  );
}

interface ProfileMoreProps {
  readonly form: ProfileForm;
  readonly onChange: (change: Partial<ProfileForm>) => void;
}

export function ProfileMore({ form, onChange }: ProfileMoreProps) {
  return (
    <details className="rounded-lg border px-3 py-2">
      <summary className="cursor-pointer text-sm text-ink-2">More</summary>
      <div className="grid gap-4 pt-3 sm:grid-cols-3">
        <Field label="Thinking">
          {(field) => (
            <NativeSelect
              {...field}
              value={form.reasoningEffort}
              onChange={({ target }) => onChange({ reasoningEffort: target.value })}
            >
              <option value="">model default</option>
              {reasoningEfforts.map((effort) => (
                <option key={effort}>{effort}</option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Temperature">
          {(field) => (
            <Input
              {...field}
              type="number"
              min={0}
              max={2}
              step={0.1}
              value={form.temperature}
              onChange={({ target }) => onChange({ temperature: target.value })}
            />
          )}
        </Field>
        <Field label="Max output tokens">
          {(field) => (
            <Input
              {...field}
              type="number"
              min={1}
              value={form.maxTokens}
              onChange={({ target }) => onChange({ maxTokens: target.value })}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
