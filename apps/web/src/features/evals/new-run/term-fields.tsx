import { Field, Input, NativeSelect } from "../../../ui/field.tsx";
import type { RunForm } from "./run-form.ts";

export interface TermFieldsProps {
  readonly form: RunForm;
  readonly onChange: (change: Partial<RunForm>) => void;
}

const mostAtOnce = 25;
const mostIterations = 100;

/** How often, how many at once, and where it stops. */
export function TermFields({ form, onChange }: TermFieldsProps) {
  return (
    <section aria-label="Terms" className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Tries of each exercise" hint="More tries show what luck does.">
          {(tied) => (
            <Input
              {...tied}
              type="number"
              min={1}
              max={mostIterations}
              value={form.iterations}
              onChange={({ target }) => onChange({ iterations: bounded(target.valueAsNumber, mostIterations) })}
            />
          )}
        </Field>
        <Field label={`At once: ${form.concurrency}`} hint="Trials side by side, 1 to 25.">
          {(tied) => (
            <input
              {...tied}
              type="range"
              min={1}
              max={mostAtOnce}
              className="h-8 w-full accent-accent"
              value={form.concurrency}
              onChange={({ target }) => onChange({ concurrency: bounded(target.valueAsNumber, mostAtOnce) })}
            />
          )}
        </Field>
        <Field label="Tests" hint="Whether the agent sees what it is graded by.">
          {(tied) => (
            <NativeSelect
              {...tied}
              value={form.tests}
              onChange={({ target }) => onChange({ tests: testsOf(target.value) })}
            >
              <option value="hidden">hidden</option>
              <option value="visible">visible</option>
              <option value="after-first-try">after the first try</option>
            </NativeSelect>
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="pb-2 text-sm font-medium">Limits; empty for none</legend>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-5">
          <Cap
            label="Trial, minutes"
            value={form.timeoutMinutes}
            onChange={(timeoutMinutes) => onChange({ timeoutMinutes })}
          />
          <Cap label="Trial, turns" value={form.trialTurns} onChange={(trialTurns) => onChange({ trialTurns })} />
          <Cap label="Trial, dollars" value={form.trialCost} onChange={(trialCost) => onChange({ trialCost })} />
          <Cap label="Run, minutes" value={form.runMinutes} onChange={(runMinutes) => onChange({ runMinutes })} />
          <Cap label="Run, dollars" value={form.runCost} onChange={(runCost) => onChange({ runCost })} />
        </div>
      </fieldset>
    </section>
  );
}

interface CapProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Cap({ label, value, onChange }: CapProps) {
  return (
    <Field label={<span className="text-xs font-normal">{label}</span>}>
      {(tied) => (
        <Input
          {...tied}
          type="number"
          min={0}
          step="any"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function bounded(value: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(1, Math.round(value))) : 1;
}

function testsOf(text: string): RunForm["tests"] {
  return text === "visible" || text === "after-first-try" ? text : "hidden";
}
