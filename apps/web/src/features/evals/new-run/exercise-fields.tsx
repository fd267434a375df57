import type { RouteOutput, Routes } from "@roo-code/types/api";
import { TriangleAlert } from "lucide-react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field, Input, NativeSelect } from "../../../ui/field.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { RunForm } from "./run-form.ts";

type Suite = RouteOutput<Routes["evals"]["suites"]>["suites"][number];

interface ExerciseFieldsProps {
  readonly form: RunForm;
  readonly suites: readonly Suite[];
  readonly onChange: (change: Partial<RunForm>) => void;
}

export function ExerciseFields({ form, suites, onChange }: ExerciseFieldsProps) {
  const suite = suites.find(({ name }) => name === form.suite);
  const languages = suite?.languages ?? [];
  const selected = languages.filter(({ language }) => form.languages.length === 0 || form.languages.includes(language));
  const toggle = (language: string, isOn: boolean) => {
    const before = form.languages.length === 0 ? languages.map((each) => each.language) : form.languages;
    const after = languages
      .map((each) => each.language)
      .filter((each) => (each === language ? isOn : before.includes(each)));
    onChange({ languages: after.length === languages.length ? [] : after, exercises: [] });
  };
  return (
    <section aria-label="Exercises" className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Suite">
          {(field) => (
            <NativeSelect
              {...field}
              autoFocus
              value={form.suite}
              onChange={({ target }) => onChange({ suite: target.value, languages: [], exercises: [] })}
            >
              {suites.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Name" hint="Optional name for this run.">
          {(field) => (
            <Input {...field} value={form.name} onChange={({ target }) => onChange({ name: target.value })} />
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="pb-1 text-sm font-medium">Languages</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {languages.map(({ language, exercises, missing }) => (
            <span key={language} className="flex items-center gap-1.5">
              <Checkbox
                label={`${language} (${exercises.length})`}
                checked={form.languages.length === 0 || form.languages.includes(language)}
                onChange={(isOn) => toggle(language, isOn)}
              />
              {missing !== null && (
                <Tooltip text={missing}>
                  <button type="button" aria-label={`Cannot be graded here: ${missing}`} className="text-warn">
                    <TriangleAlert className="size-4" aria-hidden />
                  </button>
                </Tooltip>
              )}
            </span>
          ))}
        </div>
      </fieldset>
      <ExerciseChoice languages={selected} chosen={form.exercises} onChange={(exercises) => onChange({ exercises })} />
    </section>
  );
}

interface ExerciseChoiceProps {
  readonly languages: readonly { readonly language: string; readonly exercises: readonly string[] }[];
  /** `language/name`; empty for all. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function ExerciseChoice({ languages, chosen, onChange }: ExerciseChoiceProps) {
  const all = languages.flatMap(({ language, exercises }) => exercises.map((name) => `${language}/${name}`));
  return (
    <details className="rounded-lg border">
      <summary className="cursor-pointer px-3 py-2 text-sm text-ink-2">
        {chosen.length === 0 ? `All ${all.length} exercises` : `${chosen.length} of ${all.length} exercises`}
      </summary>
      <div className="grid max-h-56 gap-1 overflow-y-auto border-t p-3 sm:grid-cols-2 md:grid-cols-3">
        {all.map((exercise) => (
          <Checkbox
            key={exercise}
            label={<span className="font-mono text-xs">{exercise}</span>}
            checked={chosen.includes(exercise)}
            onChange={(isOn) => onChange(isOn ? [...chosen, exercise] : chosen.filter((each) => each !== exercise))}
          />
        ))}
      </div>
    </details>
  );
}
