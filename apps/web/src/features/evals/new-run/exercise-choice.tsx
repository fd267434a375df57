import { Checkbox } from "../../../ui/checkbox.tsx";

export interface ExerciseChoiceProps {
  readonly languages: readonly { readonly language: string; readonly exercises: readonly string[] }[];
  /** `language/name`; empty for all. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** All of them, or those that are ticked. */
export function ExerciseChoice({ languages, chosen, onChange }: ExerciseChoiceProps) {
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
