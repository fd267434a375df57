import type { ProfileView } from "@roo-code/types/api";
import { Field, Input, NativeSelect, TextArea } from "../../../ui/field.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { agentChoices, type RunForm } from "./run-form.ts";

interface AgentFieldsProps {
  readonly form: RunForm;
  readonly profiles: readonly ProfileView[];
  readonly onChange: (change: Partial<RunForm>) => void;
}

export function AgentFields({ form, profiles, onChange }: AgentFieldsProps) {
  const agent = agentChoices.find(({ value }) => value === form.agent);
  return (
    <section aria-label="Agent" className="flex flex-col gap-3">
      <h3 className="text-sm font-medium">Agent</h3>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="Agent"
          value={form.agent}
          options={agentChoices}
          onChange={(value) => onChange({ agent: value })}
        />
        <span className="text-xs text-ink-2">{agent?.about}</span>
      </div>
      {form.agent === "roo" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Profile" hint={modelOf(profiles, form.profile)}>
            {(field) => (
              <NativeSelect
                {...field}
                value={form.profile}
                onChange={({ target }) => onChange({ profile: target.value })}
              >
                <option value="">from settings</option>
                {profiles.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <Field label="Prompt prefix" hint="Added before the exercise's instructions. Optional.">
            {(field) => (
              <TextArea
                {...field}
                className="!min-h-8"
                rows={1}
                value={form.prompt}
                onChange={({ target }) => onChange({ prompt: target.value })}
              />
            )}
          </Field>
        </div>
      )}
      {form.agent === "command" && (
        <Field
          label="Command line"
          hint="{prompt} and {prompt-file} are replaced by the instructions; without either, they are passed on standard input."
        >
          {(field) => (
            <Input
              {...field}
              className="font-mono"
              value={form.command}
              onChange={({ target }) => onChange({ command: target.value })}
            />
          )}
        </Field>
      )}
    </section>
  );
}

function modelOf(profiles: readonly ProfileView[], name: string): string | undefined {
  const profile = profiles.find((each) => each.name === name)?.profile;
  return profile && [profile.apiProvider, profile.apiModelId].filter(Boolean).join(" · ");
}
