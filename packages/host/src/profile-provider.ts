import { type ProfilesFile, profileNotFound, substitute } from "@roo-code/store";
import { type Profile, type ProviderSettings, RooError, type Settings } from "@roo-code/types";
import { chooseProvider } from "./choose-provider.ts";

export interface ProviderWish {
  /** What was asked for on the command line or by a client; the last word. */
  readonly asked: Partial<ProviderSettings>;
  readonly settings: Settings;
  readonly mode: string;
}

/** A provider named outright, else the mode's profile, else the usual profile, else the first whose key is set. */
export async function providerFor(
  { asked, settings, mode }: ProviderWish,
  parts: { profiles: ProfilesFile; environment: NodeJS.ProcessEnv },
): Promise<ProviderSettings> {
  const name = settings.modeProfiles?.[mode] ?? settings.profile;
  if (asked.apiProvider !== undefined || asked.apiBaseUrl !== undefined || name === undefined) {
    return chooseProvider(asked, parts.environment);
  }
  const { profiles } = await parts.profiles.read();
  const profile = profiles.get(name);
  if (!profile) throw profileNotFound(name, [...profiles.keys()]);
  return { ...(await settingsOfProfile(name, profile, parts)), ...asked };
}

/** A profile with its key: from the secret store, or from the variable it refers to. */
export async function settingsOfProfile(
  name: string,
  profile: Profile,
  parts: { profiles: ProfilesFile; environment: NodeJS.ProcessEnv },
): Promise<ProviderSettings> {
  const { apiProvider, apiModelId, apiBaseUrl, maxTokens, temperature } = profile;
  const apiKey =
    profile.apiKey === undefined
      ? await parts.profiles.keyOf(name)
      : keyFromReference(name, profile.apiKey, parts.environment);
  return {
    apiProvider,
    ...(apiModelId !== undefined && { apiModelId }),
    ...(apiBaseUrl !== undefined && { apiBaseUrl }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(apiKey !== undefined && { apiKey }),
  };
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
