import { Field, Input, NativeSelect } from "../../../ui/field.tsx";
import type { RunForm } from "./run-form.ts";

interface ExecutionFieldsProps {
  readonly form: RunForm;
  readonly onChange: (change: Partial<RunForm>) => void;
}

const maxConcurrency = 25;
const maxIterations = 100;

export function ExecutionFields({ form, onChange }: ExecutionFieldsProps) {
  return (
    <section aria-label="Execution" className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Attempts per exercise" hint="More attempts show how much results vary.">
          {(field) => (
            <Input
              {...field}
              type="number"
              min={1}
              max={maxIterations}
              value={form.iterations}
              onChange={({ target }) => onChange({ iterations: bounded(target.valueAsNumber, maxIterations) })}
            />
          )}
        </Field>
        <Field label={`Concurrency: ${form.concurrency}`} hint="Trials in parallel, 1 to 25.">
          {(field) => (
            <input
              {...field}
              type="range"
              min={1}
              max={maxConcurrency}
              className="h-8 w-full accent-accent"
              value={form.concurrency}
              onChange={({ target }) => onChange({ concurrency: bounded(target.valueAsNumber, maxConcurrency) })}
            />
          )}
        </Field>
        <Field label="Tests" hint="Whether the agent sees the tests it is graded by.">
          {(field) => (
            <NativeSelect
              {...field}
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
          <LimitField
            label="Minutes per trial"
            value={form.timeoutMinutes}
            onChange={(timeoutMinutes) => onChange({ timeoutMinutes })}
          />
          <LimitField
            label="Turns per trial"
            value={form.trialTurns}
            onChange={(trialTurns) => onChange({ trialTurns })}
          />
          <LimitField
            label="Cost per trial (USD)"
            value={form.trialCost}
            onChange={(trialCost) => onChange({ trialCost })}
          />
          <LimitField
            label="Minutes per run"
            value={form.runMinutes}
            onChange={(runMinutes) => onChange({ runMinutes })}
          />
          <LimitField label="Cost per run (USD)" value={form.runCost} onChange={(runCost) => onChange({ runCost })} />
        </div>
      </fieldset>
    </section>
  );
}

interface LimitFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function LimitField({ label, value, onChange }: LimitFieldProps) {
  return (
    <Field label={<span className="text-xs font-normal">{label}</span>}>
      {(field) => (
        <Input
          {...field}
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

function bounded(value: number, max: number): number {
  return Number.isFinite(value) ? Math.min(max, Math.max(1, Math.round(value))) : 1;
}

function testsOf(text: string): RunForm["tests"] {
  return text === "visible" || text === "after-first-try" ? text : "hidden";
}
