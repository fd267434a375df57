import { type ProfilesFile, substitute } from "@roo-code/store";
import { type Profile, type ProviderSettings, RooError, type Settings } from "@roo-code/types";
import { chooseProvider } from "./choose-provider.ts";

export interface ProviderWish {
  /** What was asked for on the command line or by a client; the last word. */
  readonly asked: Partial<ProviderSettings>;
  readonly settings: Settings;
  readonly mode: string;
}

export interface ChosenProvider {
  readonly settings: ProviderSettings;
  /** The profile they are from. */
  readonly profile?: string;
  /** Profiles to go on with, in order, by name. */
  readonly fallback: readonly string[];
}

/** A provider named outright, else the mode's profile, else the usual profile, else the first whose key is set. */
export async function providerFor(
  { asked, settings, mode }: ProviderWish,
  parts: { profiles: ProfilesFile; environment: NodeJS.ProcessEnv },
): Promise<ChosenProvider> {
  const name = settings.modeProfiles?.[mode] ?? settings.profile;
  if (asked.apiProvider !== undefined || asked.apiBaseUrl !== undefined || name === undefined) {
    return { settings: await chooseProvider(asked, parts.environment), fallback: [] };
  }
  const profile = await parts.profiles.require(name);
  const chosen = { ...(await settingsOfProfile(name, profile, parts)), ...asked };
  return { settings: chosen, profile: name, fallback: (profile.fallback ?? []).filter((other) => other !== name) };
}

/** A profile with its key: from the secret store, or from the variable it refers to. */
export async function settingsOfProfile(
  name: string,
  profile: Profile,
  parts: { profiles: ProfilesFile; environment: NodeJS.ProcessEnv },
): Promise<ProviderSettings> {
  const apiKey =
    profile.apiKey === undefined
      ? await parts.profiles.keyOf(name)
      : keyFromReference(name, profile.apiKey, parts.environment);
  const { fallback: _, apiKey: __, ...settings } = profile;
  return { ...settings, ...(apiKey !== undefined && { apiKey }) };
}

function keyFromReference(name: string, reference: string, environment: NodeJS.ProcessEnv): string {
  const { value, unknown } = substitute(reference, environment);
  if (unknown.length === 0) return String(value);
  throw new RooError({
    code: "missing_key",
    message: `The profile "${name}" takes its key from ${unknown.join(" and ")}, which is not set.`,
    next: `Set it, or store a key with: roo profiles add ${name} --api-key KEY`,
  });
}
