import { reasoningEfforts } from "@roo-code/types";
import { Field, Input, NativeSelect } from "../../../ui/field.tsx";
import type { ProfileForm } from "./profile-form.ts";

export interface ProfileMoreProps {
  readonly form: ProfileForm;
  readonly onChange: (change: Partial<ProfileForm>) => void;
}

/** What few need to say. */
export function ProfileMore({ form, onChange }: ProfileMoreProps) {
  return (
    <details className="rounded-lg border px-3 py-2">
      <summary className="cursor-pointer text-sm text-ink-2">More</summary>
      <div className="grid gap-4 pt-3 sm:grid-cols-3">
        <Field label="Thinking">
          {(tied) => (
            <NativeSelect
              {...tied}
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
          {(tied) => (
            <Input
              {...tied}
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
          {(tied) => (
            <Input
              {...tied}
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
