import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { client } from "../../data/client.ts";
import { queryKeys } from "../../data/query-client.ts";
import { Visible } from "../../ui/visible.tsx";
import { type CompletionToken, mentionOf } from "./completion-token.ts";

interface CompletionListProps {
  readonly id: string;
  readonly completions: readonly Completion[];
  readonly active: number;
  readonly onChoose: (completion: Completion) => void;
}

export function CompletionList({ id, completions, active, onChoose }: CompletionListProps) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="Completions"
      className="absolute inset-x-0 bottom-full z-20 mb-1 max-h-72 overflow-y-auto rounded-lg border bg-raised p-1 shadow-float"
    >
      {completions.map((completion, index) => (
        <li
          key={completion.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Keeps the focus in the text box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(completion)}
          className={clsx(
            "flex cursor-pointer items-baseline gap-2 rounded-md px-2 py-1 text-sm",
            index === active && "bg-hover",
          )}
        >
          <span className="shrink-0 font-medium">
            <Visible text={completion.label} />
          </span>
          <span className="min-w-0 truncate text-xs text-ink-3">
            <Visible text={completion.hint} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export interface Completion {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly replacement: string;
}

const specialMentions: readonly Completion[] = [
  { id: "@git-changes", label: "git-changes", hint: "uncommitted changes", replacement: "@git-changes " },
  { id: "@terminal", label: "terminal", hint: "last command and its output", replacement: "@terminal " },
];

/** Completions of a token, best first. */
export function useCompletions(
  workspaceId: string | undefined,
  token: CompletionToken | undefined,
): readonly Completion[] {
  const query = token?.kind === "mention" ? token.query.replace(/^\//, "").replaceAll(String.raw`\ `, " ") : "";
  const names = useQuery({
    queryKey: queryKeys.fileNames(workspaceId ?? "", query),
    queryFn: ({ signal }) =>
      client.files.names({ params: { workspaceId: workspaceId ?? "" }, query: { query, limit: 12 } }, { signal }),
    enabled: workspaceId !== undefined && token?.kind === "mention",
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
  const inventory = useQuery({
    queryKey: queryKeys.settings("inventory", workspaceId),
    queryFn: ({ signal }) => client.configuration.inventory({ params: { workspaceId: workspaceId ?? "" } }, { signal }),
    enabled: workspaceId !== undefined && token?.kind === "command",
  });
  if (!token) return [];
  if (token.kind === "command")
    return (inventory.data?.commands ?? [])
      .filter(({ name }) => name.startsWith(token.query))
      .slice(0, 12)
      .map(({ name, description, argumentHint }) => ({
        id: `/${name}`,
        label: `/${name}`,
        hint: [argumentHint, description].filter(Boolean).join(" · "),
        replacement: `/${name} `,
      }));
  const paths = (names.data?.paths ?? []).map(({ path, kind }) => ({
    id: path,
    label: path.split("/").at(-1) ?? path,
    hint: path,
    replacement: mentionOf(path, kind === "folder"),
  }));
  return [...specialMentions.filter(({ label }) => query !== "" && label.startsWith(query)), ...paths];
}
