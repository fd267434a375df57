import { type ProviderRow, providerCatalog } from "@roo-code/providers";
import { type ProfilesFile, substitute } from "@roo-code/store";
import { type Profile, type ProviderSettings, RooError, type Settings } from "@roo-code/types";

export interface ProviderRequest {
  /** From the command line or a client; overrides everything else. */
  readonly requested: Partial<ProviderSettings>;
  readonly settings: Settings;
  readonly mode: string;
  /** The model of a resumed task's last run; used if no other was requested. */
  readonly last?: { readonly provider: string; readonly model: string } | undefined;
}

interface ChosenProvider {
  readonly settings: ProviderSettings;
  /** The profile of the settings. */
  readonly profile?: string;
  /** Names of profiles to fall back on, in order. */
  readonly fallback: readonly string[];
}

/** The requested provider, else the task's last one, else the mode's profile, else the default profile, else the first whose key is set. */
export async function providerFor(
  { requested, settings, mode, last }: ProviderRequest,
  parts: { profiles: ProfilesFile; environment: NodeJS.ProcessEnv },
): Promise<ChosenProvider> {
  const name = settings.modeProfiles?.[mode] ?? settings.profile;
  const isNamed = requested.apiProvider !== undefined || requested.apiBaseUrl !== undefined;
  const kept = isNamed ? undefined : keptOf(last);
  const profile = isNamed || name === undefined ? undefined : await parts.profiles.require(name);
  if (profile === undefined || name === undefined || (kept && kept.apiProvider !== profile.apiProvider))
    return { settings: await chooseProvider({ ...kept, ...requested }, parts.environment), fallback: [] };
  const chosen = { ...(await settingsOfProfile(name, profile, parts)), ...kept, ...requested };
  return { settings: chosen, profile: name, fallback: (profile.fallback ?? []).filter((other) => other !== name) };
}

/** Replay scripts and compatible servers cannot be used by name alone. */
function keptOf(last: ProviderRequest["last"]): ProviderSettings | undefined {
  const row = providerCatalog.find(({ id }) => id === last?.provider);
  return row?.baseUrl === undefined || !last?.model ? undefined : { apiProvider: row.id, apiModelId: last.model };
}

/** A profile with its secrets and the values of its variables. Throws `missing_variable`. */
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

export interface ProviderReadiness {
  readonly id: string;
  readonly label: string;
  /** Whether its key and everything else it requires are in the environment. */
  readonly isReady: boolean;
}

/**
 * Completes a request: a base URL alone means a compatible server, else the first provider whose key is set, else a
 * local model. Throws `RooError` `no_provider`.
 */
export async function chooseProvider(
  requested: Partial<ProviderSettings>,
  environment: NodeJS.ProcessEnv,
): Promise<ProviderSettings> {
  if (requested.apiProvider !== undefined) return { ...requested, apiProvider: requested.apiProvider };
  if (requested.apiBaseUrl !== undefined) return { ...requested, apiProvider: "openai-compatible" };
  const keyed = firstKeyed(requested, environment);
  if (keyed) return { ...requested, apiProvider: keyed.id };
  const { findLocalModel } = await import("./local-models.ts");
  const local = await findLocalModel(environment, requested.apiModelId);
  if (local) return { ...local, ...requested };
  throw new RooError({
    code: "no_provider",
    message:
      "No model found: no provider was named, no provider's key is in the environment, and neither Ollama nor LM Studio is running on this machine.",
    next: "Set a key such as OPENAI_API_KEY (all of them: roo providers), or name a server with --base-url and --model. To see the agent work without a model: roo demo",
  });
}

/** Prefers providers with a default model. */
function firstKeyed(requested: Partial<ProviderSettings>, environment: NodeJS.ProcessEnv): ProviderRow | undefined {
  const ready = providerCatalog.filter((row) => row.needsKey && isKeyed(row, environment));
  const hasModel = ({ defaultModel }: ProviderRow) => (requested.apiModelId ?? defaultModel) !== undefined;
  return ready.find(hasModel) ?? ready[0];
}

function isKeyed(
  { keyVariables, project, baseUrl, baseUrlVariables = [] }: ProviderRow,
  environment: NodeJS.ProcessEnv,
): boolean {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const hasProject = !project || project.variables.some(isSet);
  const hasAddress = baseUrl !== undefined || baseUrlVariables.some(isSet);
  return keyVariables.some(isSet) && hasProject && hasAddress;
}

/** The running local servers that have at least one model. Never throws. */
export async function localReadiness(environment: NodeJS.ProcessEnv): Promise<{ label: string; models: number }[]> {
  const { findLocalServers } = await import("./local-models.ts");
  const servers = await findLocalServers(environment);
  return servers
    .filter(({ models }) => models.length > 0)
    .map(({ row, models }) => ({ label: row.label, models: models.length }));
}

export function providerReadiness(environment: NodeJS.ProcessEnv): ProviderReadiness[] {
  return providerCatalog
    .filter(({ needsKey }) => needsKey)
    .map((row) => ({ id: row.id, label: row.label, isReady: isKeyed(row, environment) }));
}
