import type { ProviderSettings } from "@roo-code/types";
import { findRow } from "../catalog/find-row.ts";
import { systemClock } from "../system-clock.ts";
import type { ModelList } from "./bundled-models.ts";
import { type FetchModelsOptions, fetchModels } from "./fetch-models.ts";
import { knownModels } from "./known-models.ts";
import { writeModelCache } from "./model-cache.ts";

/** Asks the vendor for its list, keeps it in the folder, and gives what is known now. Throws as `fetchModels` does. */
export async function refreshModels(
  settings: ProviderSettings,
  options: FetchModelsOptions & { readonly folder: string },
): Promise<ModelList> {
  const models = await fetchModels(settings, options);
  const providerId = findRow(settings.apiProvider)?.id ?? settings.apiProvider;
  const date = new Date((options.clock ?? systemClock).now()).toISOString().slice(0, 10);
  if (models.length > 0) await writeModelCache(options.folder, providerId, { date, models });
  return knownModels(providerId, options.folder);
}
