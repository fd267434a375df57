import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { client } from "../../data/client.ts";
import { queryKeys } from "../../data/query-keys.ts";
import { type CompletionToken, mentionOf } from "./completion-token.ts";

export interface Completion {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly replacement: string;
}

const places: readonly Completion[] = [
  { id: "@git-changes", label: "git-changes", hint: "uncommitted changes", replacement: "@git-changes " },
  { id: "@terminal", label: "terminal", hint: "last command and its output", replacement: "@terminal " },
];

/** What could be meant, best first. */
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
  return [...places.filter(({ label }) => query !== "" && label.startsWith(query)), ...paths];
}
