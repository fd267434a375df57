import type { RooSettings } from "@roo-code/ipc";
import { type ProviderSettings, providerSettingsSchema, type Settings } from "@roo-code/types";

export interface GivenConfiguration {
  /** The strongest layer of the settings. */
  readonly settings: Settings;
  /** Empty when the client leaves the choice to the person's own settings. */
  readonly provider: Partial<ProviderSettings>;
  /** What was given and means nothing here. */
  readonly notes: readonly string[];
}

const name = "ipc";
/** Keys of providers belong to the profile, and to nothing else. */
const keyNames = /(Key|Secret|SessionToken)$/;

/** Roo Code's flat settings as ours, by the same table that imports its settings files. */
export async function readRooConfiguration(configuration: RooSettings): Promise<GivenConfiguration> {
  const { importRooSettings } = await import("@roo-code/store/import-export");
  const globalSettings = Object.fromEntries(Object.entries(configuration).filter(([key]) => !keyNames.test(key)));
  const apiConfigs = configuration.apiProvider === undefined ? {} : { [name]: configuration };
  const found = await importRooSettings(JSON.stringify({ globalSettings, providerProfiles: { apiConfigs } }), "IPC");
  if (!found) return { settings: {}, provider: {}, notes: [] };
  const { profiles, secrets, settings, unmapped } = found;
  const profile = profiles[name] && providerSettingsSchema.parse(profiles[name]);
  const headers = { ...profile?.headers, ...secrets.get(name)?.headers };
  const provider = { ...profile, ...secrets.get(name), ...(Object.keys(headers).length > 0 && { headers }) };
  return { settings, provider, notes: unmapped };
}
