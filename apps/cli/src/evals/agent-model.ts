import { resolve } from "node:path";
import { chooseProvider, findProvider, settingsOfProfile } from "@roo-code/host";
import { type EvalRunRequest, type ProviderSettings, RooError } from "@roo-code/types";
import { openHost } from "../open-host.ts";
import type { EvalRunFlags } from "./run-flags.ts";

/** The request with the model it will be: other machines have other profiles and defaults. Keys are never among it. */
export async function withModel(
  request: EvalRunRequest,
  flags: EvalRunFlags,
): Promise<{ readonly request: EvalRunRequest; readonly model: string }> {
  if (request.agent !== "roo") return { request, model: request.agent };
  const { profile, provider } = await findModel(flags);
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

async function findModel(flags: EvalRunFlags): Promise<{ profile?: string; provider: ProviderSettings }> {
  if (flags.replay !== undefined)
    return { provider: { apiProvider: "replay", replayFile: resolve(flags.replay), apiModelId: "script" } };
  const asked: Partial<ProviderSettings> = {
    ...(flags.provider !== undefined && { apiProvider: flags.provider }),
    ...(flags.model !== undefined && { apiModelId: flags.model }),
    ...(flags["base-url"] !== undefined && { apiBaseUrl: flags["base-url"] }),
  };
  const host = openHost();
  const isNamed = asked.apiProvider !== undefined || asked.apiBaseUrl !== undefined;
  const profile = flags.profile ?? (isNamed ? undefined : (await host.configure(process.cwd())).settings.profile);
  if (profile === undefined) return { provider: await chooseProvider(asked, process.env) };
  return { profile, provider: { ...(await profileSettings(profile)), ...asked } };
}

async function profileSettings(name: string): Promise<ProviderSettings> {
  const { profiles } = openHost();
  return settingsOfProfile(name, await profiles.require(name), { profiles, environment: process.env });
}

/** The key of the run's profile, where this machine has it; else the provider's own variable is looked at. */
export async function keyFor({ settings, agent }: EvalRunRequest): Promise<string | undefined> {
  const name = settings["profile"];
  if (agent !== "roo" || typeof name !== "string") return undefined;
  try {
    return (await profileSettings(name)).apiKey;
  } catch (error) {
    if (error instanceof RooError && error.code === "profile_not_found") return undefined;
    throw error;
  }
}
