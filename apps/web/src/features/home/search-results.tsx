import type { ApiTaskSummary } from "@roo-code/types/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { client } from "../../data/client.ts";
import { queryKeys } from "../../data/query-client.ts";
import { useWorkspaceChoice } from "../../data/workspace-choice.ts";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { StatusBadge } from "../meter/status-badge.tsx";
import { TaskFacts } from "./task-facts.tsx";
import { fits, type HomeFilter, noFilter, searchTextOf } from "./task-filter.ts";

interface Hit {
  readonly task: ApiTaskSummary;
  readonly seq: number;
  readonly snippet: string;
}

/** Search hits in all transcripts, grouped by task. */
export function SearchResults({ filter }: { readonly filter: HomeFilter }) {
  const { workspaces } = useWorkspaceChoice();
  const folder = workspaces.find(({ workspaceId }) => workspaceId === filter.workspaceId)?.folder;
  const text = useDebounced(searchTextOf(filter, folder));
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.taskSearch(text),
    queryFn: ({ signal }) => client.tasks.search({ query: { query: text, limit: 100 } }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Searching" />;
  const hits = data.hits.filter(({ task }) => fits(task, { ...noFilter, mode: filter.mode, state: filter.state }));
  if (hits.length === 0)
    return (
      <Empty icon={<SearchX />} title="No results">
        All words must appear in one message. Try fewer words, a prefix such as <code>refact*</code>, or other filters.
      </Empty>
    );
  return (
    <ul className="divide-y" aria-label="Search results">
      {byTask(hits).map(
        ([first, ...more]) =>
          first && <FoundTask key={first.task.taskId} hits={[first, ...more]} query={filter.query} />,
      )}
    </ul>
  );
}

const maxShown = 3;

function FoundTask({ hits, query }: { readonly hits: readonly [Hit, ...Hit[]]; readonly query: string }) {
  const [{ task }] = hits;
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <div className="flex items-center gap-2">
        <Link
          to="/task/$taskId"
          params={{ taskId: task.taskId }}
          className="min-w-0 flex-1 truncate text-sm font-medium hover:underline"
        >
          {task.title}
        </Link>
        <StatusBadge status={task.status} waitsFor={task.waitsFor} />
      </div>
      <TaskFacts task={task} />
      <ul className="mt-1 flex flex-col gap-1">
        {hits.slice(0, maxShown).map(({ seq, snippet }) => (
          <li key={seq}>
            <Link
              to="/task/$taskId"
              params={{ taskId: task.taskId }}
              search={{ at: seq }}
              className="block rounded-md bg-sunken px-2.5 py-1 text-xs text-ink-2 hover:bg-hover hover:text-ink"
            >
              <Highlighted text={snippet} query={query} />
            </Link>
          </li>
        ))}
      </ul>
      {hits.length > maxShown && <p className="text-xs text-ink-3">and {hits.length - maxShown} more in this task</p>}
    </li>
  );
}

function byTask(hits: readonly Hit[]): readonly (readonly Hit[])[] {
  return [...Map.groupBy(hits, ({ task }) => task.taskId).values()];
}

/** Marks the words of the query in a text. */
function Highlighted({ text, query }: { readonly text: string; readonly query: string }) {
  const words = query.match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
  if (words.length === 0) return text;
  const parts = text.split(new RegExp(`(${words.join("|")})`, "giu"));
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index} className="rounded-sm bg-warn-soft px-0.5 text-warn">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

const debounceMs = 250;

/** A value once it has stopped changing, so that not every keystroke is searched for. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
