import { type EvalRunRequest, type ProviderSettings, RooError } from "@roo-code/types";
import type { Host } from "./host.ts";
import { chooseProvider, settingsOfProfile } from "./provider/choose-provider.ts";
import { findProvider } from "./provider/provider-models.ts";

export interface EvalModelContext {
  readonly host: Pick<Host, "configure" | "profiles">;
  readonly environment: NodeJS.ProcessEnv;
  /** The folder whose settings name the default profile. */
  readonly folder: string;
}

/** The request with its model resolved, because other machines have other profiles and defaults. Contains no keys. */
export async function withEvalModel(
  request: EvalRunRequest,
  context: EvalModelContext,
): Promise<{ readonly request: EvalRunRequest; readonly model: string }> {
  if (request.agent !== "roo") return { request, model: request.agent };
  const { profile, provider } = await findModel(request, context);
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

/** The key of the run's profile, if this machine has it; otherwise the provider's environment variable is used. */
export async function evalKeyFor(
  { settings, agent }: EvalRunRequest,
  context: EvalModelContext,
): Promise<string | undefined> {
  const name = settings["profile"];
  if (agent !== "roo" || typeof name !== "string") return undefined;
  try {
    return (await profileSettings(name, context)).apiKey;
  } catch (error) {
    if (error instanceof RooError && error.code === "profile_not_found") return undefined;
    throw error;
  }
}

async function findModel(
  { settings }: EvalRunRequest,
  context: EvalModelContext,
): Promise<{ profile?: string; provider: ProviderSettings }> {
  const { apiProvider, apiModelId, apiBaseUrl, replayFile, profile: named } = textsOf(settings);
  if (replayFile !== undefined) return { provider: { apiProvider: "replay", replayFile, apiModelId: "script" } };
  const requested: Partial<ProviderSettings> = { apiProvider, apiModelId, apiBaseUrl };
  const isNamed = apiProvider !== undefined || apiBaseUrl !== undefined;
  const profile = named ?? (isNamed ? undefined : (await context.host.configure(context.folder)).settings.profile);
  if (profile === undefined) return { provider: await chooseProvider(requested, context.environment) };
  return { profile, provider: { ...(await profileSettings(profile, context)), ...requested } };
}

async function profileSettings(name: string, { host, environment }: EvalModelContext): Promise<ProviderSettings> {
  const { profiles } = host;
  return settingsOfProfile(name, await profiles.require(name), { profiles, environment });
}

function textsOf(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
  );
}
