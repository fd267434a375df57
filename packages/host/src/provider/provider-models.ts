import { join } from "node:path";
import { findRow, knownModels, type ModelList, type ProviderRow, refreshModels } from "@roo-code/providers";
import type { ProfilesFile } from "@roo-code/store";
import { type ProviderSettings, RooError } from "@roo-code/types";
import { settingsOfProfile } from "./choose-provider.ts";

interface ProviderModelsParts {
  readonly home: string;
  readonly profiles: ProfilesFile;
  readonly environment: NodeJS.ProcessEnv;
}

/** The cache of fetched model lists. */
function modelsFolder(home: string): string {
  return join(home, "cache", "models");
}

export interface KnownProvider {
  readonly id: string;
  readonly label: string;
  readonly isLocal: boolean;
  /** Used if no model is named. */
  readonly defaultModel?: string;
}

/** A provider by its name or an alias. */
export function findProvider(name: string): KnownProvider | undefined {
  const row = findRow(name);
  if (!row) return undefined;
  const { id, label, isLocal = false, defaultModel } = row;
  return { id, label, isLocal, defaultModel };
}

/** The known models of a provider; with `refresh`, fetched from its server. Throws `unknown_provider`, and as a request does. */
export async function providerModels(
  name: string,
  { refresh, ...parts }: ProviderModelsParts & { readonly refresh: boolean },
): Promise<ModelList> {
  const row = findRow(name);
  if (!row)
    throw new RooError({
      code: "unknown_provider",
      message: `There is no provider "${name}".`,
      next: "See them with: roo providers",
    });
  const folder = modelsFolder(parts.home);
  if (!refresh) return knownModels(row.id, folder);
  return refreshModels(await settingsFor(row, parts), { environment: parts.environment, folder });
}

/** Uses the key and address of a profile, if the environment has no key. */
async function settingsFor(
  row: ProviderRow,
  { profiles, environment }: ProviderModelsParts,
): Promise<ProviderSettings> {
  const bare = { apiProvider: row.id };
  if (row.keyVariables.some((variable) => environment[variable]?.trim())) return bare;
  const { profiles: found } = await profiles.read();
  const names = [row.id, ...(row.aliases ?? [])];
  const [name, profile] = [...found].find(([, { apiProvider }]) => names.includes(apiProvider)) ?? [];
  if (name === undefined || !profile) return bare;
  return settingsOfProfile(name, profile, { profiles, environment });
}
