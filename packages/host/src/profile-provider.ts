import { providerCatalog } from "@roo-code/providers";
import { type ProfilesFile, substitute } from "@roo-code/store";
import { type Profile, type ProviderSettings, RooError, type Settings } from "@roo-code/types";
import { chooseProvider } from "./choose-provider.ts";

export interface ProviderWish {
  /** What was asked for on the command line or by a client; the last word. */
  readonly asked: Partial<ProviderSettings>;
  readonly settings: Settings;
  readonly mode: string;
  /** What a task that goes on was worked on with; taken where nothing else was asked for. */
  readonly last?: { readonly provider: string; readonly model: string } | undefined;
}

export interface ChosenProvider {
  readonly settings: ProviderSettings;
  /** The profile they are from. */
  readonly profile?: string;
  /** Profiles to go on with, in order, by name. */
  readonly fallback: readonly string[];
}

/** A provider named outright, else the one a task had before, else the mode's profile, else the usual profile, else the first whose key is set. */
export async function providerFor(
  { asked, settings, mode, last }: ProviderWish,
  parts: { profiles: ProfilesFile; environment: NodeJS.ProcessEnv },
): Promise<ChosenProvider> {
  const name = settings.modeProfiles?.[mode] ?? settings.profile;
  const isNamed = asked.apiProvider !== undefined || asked.apiBaseUrl !== undefined;
  const kept = isNamed ? undefined : keptOf(last);
  const profile = isNamed || name === undefined ? undefined : await parts.profiles.require(name);
  if (profile === undefined || name === undefined || (kept && kept.apiProvider !== profile.apiProvider))
    return { settings: await chooseProvider({ ...kept, ...asked }, parts.environment), fallback: [] };
  const chosen = { ...(await settingsOfProfile(name, profile, parts)), ...kept, ...asked };
  return { settings: chosen, profile: name, fallback: (profile.fallback ?? []).filter((other) => other !== name) };
}

/** Scripts and compatible servers need more than their name. */
function keptOf(last: ProviderWish["last"]): ProviderSettings | undefined {
  const row = providerCatalog.find(({ id }) => id === last?.provider);
  return row?.baseUrl === undefined || !last?.model ? undefined : { apiProvider: row.id, apiModelId: last.model };
}

/** A profile with its secrets, and with the values of the variables it refers to. Throws `missing_variable`. */
export async function settingsOfProfile(
  name: string,
  profile: Profile,
  parts: { profiles: ProfilesFile; environment: NodeJS.ProcessEnv },
): Promise<ProviderSettings> {
  const secrets = await parts.profiles.secretsOf(name, profile);
  const { fallback: _, stored: __, ...open } = withVariables(name, profile, parts.environment);
  const headers = { ...open.headers, ...secrets.headers };
  return { ...open, ...secrets, ...(Object.keys(headers).length > 0 && { headers }) };
}

function withVariables(name: string, profile: Profile, environment: NodeJS.ProcessEnv): Profile {
  if (!JSON.stringify(profile).includes("${")) return profile;
  const { value, unknown } = substitute(profile, environment);
  if (unknown.length === 0) return value;
  throw new RooError({
    code: "missing_variable",
    message: `The profile "${name}" refers to ${unknown.join(" and ")}, which is not set.`,
    next: `Set it, or give the profile a value instead: roo profiles add ${name} --provider ${profile.apiProvider} …`,
  });
}
