import { Field, Input, NativeSelect } from "../../../ui/field.tsx";
import type { RunForm } from "./run-form.ts";

export interface TermFieldsProps {
  readonly form: RunForm;
  readonly onChange: (change: Partial<RunForm>) => void;
}

const maxAtOnce = 25;
const maxIterations = 100;

/** How often, how many at once, and where it stops. */
export function TermFields({ form, onChange }: TermFieldsProps) {
  return (
    <section aria-label="Terms" className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Attempts per exercise" hint="More attempts show how much is luck.">
          {(tied) => (
            <Input
              {...tied}
              type="number"
              min={1}
              max={maxIterations}
              value={form.iterations}
              onChange={({ target }) => onChange({ iterations: bounded(target.valueAsNumber, maxIterations) })}
            />
          )}
        </Field>
        <Field label={`Concurrency: ${form.concurrency}`} hint="Trials in parallel, 1 to 25.">
          {(tied) => (
            <input
              {...tied}
              type="range"
              min={1}
              max={maxAtOnce}
              className="h-8 w-full accent-accent"
              value={form.concurrency}
              onChange={({ target }) => onChange({ concurrency: bounded(target.valueAsNumber, maxAtOnce) })}
            />
          )}
        </Field>
        <Field label="Tests" hint="Whether the agent sees the tests it is graded by.">
          {(tied) => (
            <NativeSelect
              {...tied}
              value={form.tests}
              onChange={({ target }) => onChange({ tests: testsOf(target.value) })}
            >
              <option value="hidden">hidden</option>
              <option value="visible">visible</option>
              <option value="after-first-try">after the first attempt</option>
            </NativeSelect>
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="pb-2 text-sm font-medium">Limits (empty for none)</legend>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-5">
          <Cap
            label="Minutes per trial"
            value={form.timeoutMinutes}
            onChange={(timeoutMinutes) => onChange({ timeoutMinutes })}
          />
          <Cap label="Turns per trial" value={form.trialTurns} onChange={(trialTurns) => onChange({ trialTurns })} />
          <Cap label="Cost per trial (USD)" value={form.trialCost} onChange={(trialCost) => onChange({ trialCost })} />
          <Cap label="Minutes per run" value={form.runMinutes} onChange={(runMinutes) => onChange({ runMinutes })} />
          <Cap label="Cost per run (USD)" value={form.runCost} onChange={(runCost) => onChange({ runCost })} />
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
