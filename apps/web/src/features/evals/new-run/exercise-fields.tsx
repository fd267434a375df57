import type { RouteOutput, Routes } from "@roo-code/types/api";
import { TriangleAlert } from "lucide-react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field, Input, NativeSelect } from "../../../ui/field.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { ExerciseChoice } from "./exercise-choice.tsx";
import type { RunForm } from "./run-form.ts";

export type Suite = RouteOutput<Routes["evals"]["suites"]>["suites"][number];

export interface ExerciseFieldsProps {
  readonly form: RunForm;
  readonly suites: readonly Suite[];
  readonly onChange: (change: Partial<RunForm>) => void;
}

export function ExerciseFields({ form, suites, onChange }: ExerciseFieldsProps) {
  const suite = suites.find(({ name }) => name === form.suite);
  const languages = suite?.languages ?? [];
  const wanted = languages.filter(({ language }) => form.languages.length === 0 || form.languages.includes(language));
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
          {(tied) => (
            <NativeSelect
              {...tied}
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
          {(tied) => <Input {...tied} value={form.name} onChange={({ target }) => onChange({ name: target.value })} />}
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
      <ExerciseChoice languages={wanted} chosen={form.exercises} onChange={(exercises) => onChange({ exercises })} />
    </section>
  );
}
