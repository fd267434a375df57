import type { ApiSetting, ApiSettingsLayer } from "@roo-code/types/api";
import { useMutation, useQuery } from "@tanstack/react-query";
import { client } from "../../../data/client.ts";
import { settingsQuery } from "../../../data/configuration-queries.ts";
import { queryClient, queryKeys } from "../../../data/query-client.ts";
import { showError } from "../../../ui/toast.ts";

/** The layers that forms write; rules are also saved in the user's file for a folder. */
export type WritableLayer = Exclude<ApiSettingsLayer, "local">;

export function useSettings(workspaceId: string) {
  const query = useQuery(settingsQuery(workspaceId));
  const find = (key: string): ApiSetting | undefined => query.data?.settings.find((setting) => setting.key === key);
  return { ...query, find };
}

/** Sets values in one of the files; null removes a value. */
export function useChangeSettings(workspaceId: string) {
  return useMutation({
    mutationFn: (change: { layer: ApiSettingsLayer; values: Readonly<Record<string, unknown>> }) =>
      client.configuration.change({ params: { workspaceId }, body: { ...change, values: { ...change.values } } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.settings() }),
        queryClient.invalidateQueries({ queryKey: queryKeys.profiles }),
      ]),
    onError: showError,
  });
}

/** Sections show the settings of one folder. */
export interface SectionProps {
  readonly workspaceId: string;
}
