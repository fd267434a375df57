import { type EvalRunRequest, type ProviderSettings, RooError } from "@roo-code/types";
import { chooseProvider } from "./choose-provider.ts";
import type { Host } from "./host.ts";
import { settingsOfProfile } from "./profile-provider.ts";
import { findProvider } from "./provider-models.ts";

export interface EvalModelPlaces {
  readonly host: Pick<Host, "configure" | "profiles">;
  readonly environment: NodeJS.ProcessEnv;
  /** Whose settings say which profile is the usual one. */
  readonly folder: string;
}

/** The request with the model it will be: other machines have other profiles and defaults. Keys are never among it. */
export async function withEvalModel(
  request: EvalRunRequest,
  places: EvalModelPlaces,
): Promise<{ readonly request: EvalRunRequest; readonly model: string }> {
  if (request.agent !== "roo") return { request, model: request.agent };
  const { profile, provider } = await findModel(request, places);
  const { apiKey: _, ...shown } = provider;
  const apiModelId = shown.apiModelId ?? findProvider(shown.apiProvider)?.defaultModel;
  const settings = {
    ...shown,
    ...(apiModelId !== undefined && { apiModelId }),
    ...(profile !== undefined && { profile }),
    ...request.settings,
  };
  return { request: { ...request, settings }, model: [shown.apiProvider, apiModelId].filter(Boolean).join("/") };
}

/** The key of the run's profile, where this machine has it; else the provider's own variable is looked at. */
export async function evalKeyFor(
  { settings, agent }: EvalRunRequest,
  places: EvalModelPlaces,
): Promise<string | undefined> {
  const name = settings["profile"];
  if (agent !== "roo" || typeof name !== "string") return undefined;
  try {
    return (await profileSettings(name, places)).apiKey;
  } catch (error) {
    if (error instanceof RooError && error.code === "profile_not_found") return undefined;
    throw error;
  }
}

async function findModel(
  { settings }: EvalRunRequest,
  places: EvalModelPlaces,
): Promise<{ profile?: string; provider: ProviderSettings }> {
  const { apiProvider, apiModelId, apiBaseUrl, replayFile, profile: named } = textsOf(settings);
  if (replayFile !== undefined) return { provider: { apiProvider: "replay", replayFile, apiModelId: "script" } };
  const asked: Partial<ProviderSettings> = {
    ...(apiProvider !== undefined && { apiProvider }),
    ...(apiModelId !== undefined && { apiModelId }),
    ...(apiBaseUrl !== undefined && { apiBaseUrl }),
  };
  const isNamed = apiProvider !== undefined || apiBaseUrl !== undefined;
  const profile = named ?? (isNamed ? undefined : (await places.host.configure(places.folder)).settings.profile);
  if (profile === undefined) return { provider: await chooseProvider(asked, places.environment) };
  return { profile, provider: { ...(await profileSettings(profile, places)), ...asked } };
}

async function profileSettings(name: string, { host, environment }: EvalModelPlaces): Promise<ProviderSettings> {
  const { profiles } = host;
  return settingsOfProfile(name, await profiles.require(name), { profiles, environment });
}

function textsOf(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
  );
}
