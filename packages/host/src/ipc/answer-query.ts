import type { RooCommand, RooEvent, RooModelInfo } from "@roo-code/ipc";
import { loadCommands } from "@roo-code/store";
import type { ModelInfo } from "@roo-code/types";
import type { Configuration } from "../configuration/configuration.ts";
import type { Host } from "../host.ts";
import { providerModels } from "../provider/provider-models.ts";

export interface QueryParts {
  readonly host: Host;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly configuration: Configuration;
}

export async function commandsResponse({ home, configuration }: QueryParts): Promise<RooEvent> {
  const { commands } = await loadCommands({ home, workspace: configuration.workspace });
  const rooCommands = commands.map(
    ({ name, origin, source, description, argumentHint }): RooCommand => ({
      name,
      source: origin === "project" ? "project" : "global",
      filePath: source,
      description,
      argumentHint,
    }),
  );
  return { eventName: "commandsResponse", payload: [rooCommands] };
}

export function modesResponse({ configuration }: QueryParts): RooEvent {
  return { eventName: "modesResponse", payload: [configuration.modes.map(({ slug, name }) => ({ slug, name }))] };
}

/** The models of the provider that tasks use; none if it is not known, as in Roo Code. */
export async function modelsResponse(parts: QueryParts, provider: string | undefined): Promise<RooEvent> {
  const models = await modelsOf(parts, provider).catch(() => []);
  return {
    eventName: "modelsResponse",
    payload: [Object.fromEntries(models.map((model) => [model.id, rooModel(model)]))],
  };
}

async function modelsOf(
  { host, home, environment, configuration }: QueryParts,
  requested: string | undefined,
): Promise<readonly ModelInfo[]> {
  const { profile } = configuration.settings;
  const provider =
    requested ?? (profile === undefined ? undefined : (await host.profiles.require(profile)).apiProvider);
  if (provider === undefined) return [];
  const { profiles } = host;
  return (await providerModels(provider, { home, environment, profiles, refresh: false })).models;
}

function rooModel(model: ModelInfo): RooModelInfo {
  const { contextWindow, maxOutput, takesImages, efforts, prices } = model;
  return {
    contextWindow: contextWindow ?? 0,
    supportsPromptCache: prices?.cacheRead !== undefined,
    maxTokens: maxOutput,
    supportsImages: takesImages,
    supportsReasoningEffort: efforts ? [...efforts] : undefined,
    inputPrice: prices?.input,
    outputPrice: prices?.output,
    cacheWritesPrice: prices?.cacheWrite,
    cacheReadsPrice: prices?.cacheRead,
    description: model.name,
  };
}
