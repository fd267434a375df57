import { type Mode, toolGroupSchema } from "@roo-code/types";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { groupWords, withFilePattern, withGroup } from "./mode-form.ts";

export interface GroupChoiceProps {
  readonly mode: Mode;
  readonly onChange: (mode: Mode) => void;
}

/** Which tools a mode may use, and on which files. */
export function GroupChoice({ mode, onChange }: GroupChoiceProps) {
  const edit = mode.groups.find(({ group }) => group === "edit");
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">Can</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {toolGroupSchema.options.map((group) => (
          <Checkbox
            key={group}
            label={groupWords[group]}
            checked={mode.groups.some((each) => each.group === group)}
            onChange={(isOn) => onChange(withGroup(mode, group, isOn))}
          />
        ))}
      </div>
      {edit && (
        <Field label="Files it can edit" hint="A regular expression matched against paths; empty for all.">
          {(tied) => (
            <Input
              {...tied}
              className="font-mono"
              placeholder="\.md$"
              value={edit.filePattern ?? ""}
              onChange={({ target }) => onChange(withFilePattern(mode, target.value))}
            />
          )}
        </Field>
      )}
    </fieldset>
  );
}
