import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { modelsQuery } from "../../../data/provider-queries.ts";
import { Field, Input } from "../../../ui/field.tsx";
import { formatCount } from "../../../ui/format.ts";

export interface ModelFieldProps {
  readonly provider: string;
  readonly model: string;
  readonly onChange: (model: string) => void;
}

/** Any model, with those of the provider to choose from. */
export function ModelField({ provider, model, onChange }: ModelFieldProps) {
  const listId = useId();
  const { data } = useQuery({ ...modelsQuery(provider), enabled: provider !== "" });
  const known = data?.models.find(({ id }) => id === model);
  const facts = [
    known?.contextWindow !== undefined && `${formatCount(known.contextWindow)} tokens of context`,
    known?.inputPrice !== undefined && `$${known.inputPrice} in, $${known.outputPrice ?? "?"} out per million tokens`,
    known?.takesImages && "images",
  ];
  return (
    <Field label="Model" hint={facts.filter(Boolean).join(" · ") || (data && `${data.models.length} known`)}>
      {(tied) => (
        <>
          <Input {...tied} list={listId} value={model} onChange={({ target }) => onChange(target.value)} />
          <datalist id={listId}>
            {data?.models.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
