import { useInfiniteQuery } from "@tanstack/react-query";
import { client } from "../../data/client.ts";
import { queryKeys } from "../../data/query-keys.ts";
import { useTaskNews } from "../../data/task-queries.ts";
import { fits, type HomeFilter, listQueryOf, sinceOf } from "./task-filter.ts";

const pageSize = 40;

/** Tasks that work for no other, newest first, a page at a time. */
export function useTaskPages(filter: HomeFilter) {
  useTaskNews();
  const query = listQueryOf(filter);
  const pages = useInfiniteQuery({
    queryKey: queryKeys.tasks({ ...query, isPaged: true }),
    queryFn: ({ pageParam, signal }) =>
      client.tasks.list({ query: { ...query, limit: pageSize, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const all = pages.data?.pages.flatMap(({ tasks }) => tasks) ?? [];
  const since = sinceOf(filter.date);
  const oldest = all.at(-1);
  // Behind the first one that is too old there are only older ones.
  const isPast = since !== undefined && oldest !== undefined && Date.parse(oldest.createdAt) < since;
  return { ...pages, tasks: all.filter((task) => fits(task, filter)), hasMore: pages.hasNextPage && !isPast };
}
