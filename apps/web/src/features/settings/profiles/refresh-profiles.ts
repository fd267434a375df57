import { queryClient } from "../../../data/query-client.ts";
import { queryKeys } from "../../../data/query-keys.ts";

/** All that a changed profile shows in. */
export async function refreshProfiles(): Promise<void> {
  await Promise.all(
    [queryKeys.profiles, queryKeys.providers, queryKeys.about, queryKeys.settings()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
