import { ArrowRight, X } from "lucide-react";
import { NativeSelect } from "../../../ui/field.tsx";

export interface FallbackChoiceProps {
  readonly chosen: readonly string[];
  readonly others: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Profiles to go on with, in order. */
export function FallbackChoice({ chosen, others, onChange }: FallbackChoiceProps) {
  const left = others.filter((name) => !chosen.includes(name));
  if (chosen.length === 0 && left.length === 0) return null;
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
        {left.length > 0 && (
          <li>
            <NativeSelect
              aria-label="Add a fallback"
              className="!h-7 !w-auto text-xs"
              value=""
              onChange={({ target }) => onChange([...chosen, target.value])}
            >
              <option value="">add…</option>
              {left.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </NativeSelect>
          </li>
        )}
      </ol>
    </fieldset>
  );
}
