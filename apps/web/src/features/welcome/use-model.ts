import type { Profile } from "@roo-code/types";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";

export interface WantedModel {
  /** The profile's name. */
  readonly name: string;
  readonly profile: Profile;
  /** Where it is not in the environment. */
  readonly key?: string;
}

/** Asks the model for one call; only where that works it is kept, as the usual one. */
export function useModel(onDone: () => void) {
  return useMutation({
    mutationFn: async ({ name, profile, key }: WantedModel) => {
      const withKey = key ? { key } : {};
      const outcome = await client.providers.test({ body: { profile, ...withKey } });
      if (outcome.isGood)
        await client.providers.putProfile({ params: { name }, body: { profile, isDefault: true, ...withKey } });
      return outcome;
    },
    onSuccess: async ({ isGood }) => {
      if (!isGood) return;
      await queryClient.invalidateQueries();
      onDone();
    },
  });
}
