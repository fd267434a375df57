import { useQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { modesQuery } from "../../data/configuration-queries.ts";
import { useWorkspaceChoice } from "../../data/workspace-choice.ts";
import { Button } from "../../ui/button.tsx";
import { Input, NativeSelect } from "../../ui/field.tsx";
import { dateChoices, isFiltered, noFilter, stateChoices, useHomeFilter } from "./task-filter.ts";

/** Full-text search and filters of the task list. */
export function FilterBar() {
  const filter = useHomeFilter();
  const { workspace, workspaces } = useWorkspaceChoice();
  const modes = useQuery({ ...modesQuery(workspace?.workspaceId ?? ""), enabled: workspace !== undefined });
  const folders = workspaces.map(({ workspaceId, name }) => ({ value: workspaceId, label: name }));
  const modeNames = modes.data?.modes.map(({ slug, name }) => ({ value: slug, label: name })) ?? [];
  return (
    <search className="flex flex-wrap items-center gap-2">
      <div className="relative min-w-full flex-1 sm:min-w-44">
        <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-3" aria-hidden />
        <Input
          type="search"
          aria-label="Search all transcripts"
          placeholder="Search all transcripts"
          className="pl-8"
          value={filter.query}
          onChange={({ target }) => useHomeFilter.setState({ query: target.value })}
        />
      </div>
      <Choice
        label="State"
        value={filter.state}
        options={stateChoices}
        onChange={(state) => useHomeFilter.setState({ state })}
      />
      <Choice
        label="Folder"
        value={filter.workspaceId}
        options={[{ value: "", label: "Any folder" }, ...folders]}
        onChange={(workspaceId) => useHomeFilter.setState({ workspaceId })}
      />
      <Choice
        label="Mode"
        value={filter.mode}
        options={[{ value: "", label: "Any mode" }, ...modeNames]}
        onChange={(mode) => useHomeFilter.setState({ mode })}
      />
      <Choice
        label="Started"
        value={filter.date}
        options={dateChoices}
        onChange={(date) => useHomeFilter.setState({ date })}
      />
      {isFiltered(filter) && (
        <Button variant="quiet" size="sm" onClick={() => useHomeFilter.setState(noFilter)}>
          <X aria-hidden /> Clear
        </Button>
      )}
    </search>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const choose = (next: string) => {
    const option = options.find((each) => each.value === next);
    if (option) onChange(option.value);
  };
  return (
    <NativeSelect
      aria-label={label}
      className="!w-auto min-w-0 flex-[1_1_40%] sm:!w-32 sm:flex-none"
      value={value}
      onChange={({ target }) => choose(target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
