import type { Profile } from "@roo-code/types";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";

interface ModelSetup {
  /** The profile's name. */
  readonly name: string;
  readonly profile: Profile;
  /** Present if it is not in the environment. */
  readonly key?: string;
}

/** Tests the model with one call; if that works, saves it as the default profile. */
export function useModel(onDone: () => void) {
  return useMutation({
    mutationFn: async ({ name, profile, key }: ModelSetup) => {
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
