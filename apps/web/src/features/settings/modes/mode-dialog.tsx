import { type Mode, toolGroupSchema } from "@roo-code/types";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../data/client.ts";
import { queryClient } from "../../../data/query-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input, TextArea } from "../../../ui/field.tsx";
import { describeError } from "../../../ui/states.tsx";
import { LayerChoice } from "../values/settings-card.tsx";
import type { WritableLayer } from "../values/use-settings.ts";
import { groupLabels, slugOf, withFilePattern, withGroup, withoutEmptyFields } from "./mode-form.ts";

interface ModeDialogProps {
  readonly workspaceId: string;
  readonly initial: Mode;
  readonly isNew: boolean;
  readonly layer: WritableLayer;
  readonly onClose: () => void;
}

export function ModeDialog({ workspaceId, initial, isNew, layer: initialLayer, onClose }: ModeDialogProps) {
  const [mode, setMode] = useState(initial);
  const [layer, setLayer] = useState(initialLayer);
  const set = (change: Partial<Mode>) => setMode((before) => ({ ...before, ...change }));
  const slug = isNew ? slugOf(mode.name) : mode.slug;
  const save = useMutation({
    mutationFn: () =>
      client.configuration.putMode({
        params: { workspaceId, slug },
        body: { layer, mode: withoutEmptyFields({ ...mode, slug }) },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["modes"] });
      onClose();
    },
  });
  const failure = save.error ? describeError(save.error) : undefined;
  const isComplete = slug !== "" && mode.roleDefinition.trim() !== "";
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="lg"
      title={isNew ? "New mode" : `Mode ${initial.name}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!isComplete || save.isPending} onClick={() => save.mutate()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-1">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" hint={slug && `Slug: ${slug}`}>
            {(field) => (
              <Input {...field} autoFocus value={mode.name} onChange={({ target }) => set({ name: target.value })} />
            )}
          </Field>
          <Field label="Description">
            {(field) => (
              <Input
                {...field}
                value={mode.description ?? ""}
                onChange={({ target }) => set({ description: target.value })}
              />
            )}
          </Field>
        </div>
        <Field label="Role" hint="The first thing the model reads: who it is and what it is good at.">
          {(field) => (
            <TextArea
              {...field}
              rows={4}
              value={mode.roleDefinition}
              onChange={({ target }) => set({ roleDefinition: target.value })}
            />
          )}
        </Field>
        <GroupChoice mode={mode} onChange={setMode} />
        <Field label="When to use it" hint="Shown to you and to modes that delegate subtasks.">
          {(field) => (
            <TextArea
              {...field}
              rows={2}
              value={mode.whenToUse ?? ""}
              onChange={({ target }) => set({ whenToUse: target.value })}
            />
          )}
        </Field>
        <Field label="Instructions" hint="How it should work.">
          {(field) => (
            <TextArea
              {...field}
              rows={4}
              value={mode.customInstructions ?? ""}
              onChange={({ target }) => set({ customInstructions: target.value })}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span className="font-medium">For</span>
          <LayerChoice layer={layer} onChange={setLayer} />
        </div>
        {failure && (
          <p role="alert" className="text-sm text-bad">
            {failure.message} {failure.next}
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface GroupChoiceProps {
  readonly mode: Mode;
  readonly onChange: (mode: Mode) => void;
}

/** Which tools a mode may use, and on which files. */
function GroupChoice({ mode, onChange }: GroupChoiceProps) {
  const edit = mode.groups.find(({ group }) => group === "edit");
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">Can</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {toolGroupSchema.options.map((group) => (
          <Checkbox
            key={group}
            label={groupLabels[group]}
            checked={mode.groups.some((each) => each.group === group)}
            onChange={(isOn) => onChange(withGroup(mode, group, isOn))}
          />
        ))}
      </div>
      {edit && (
        <Field label="Files it can edit" hint="A regular expression matched against paths; empty for all.">
          {(field) => (
            <Input
              {...field}
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
