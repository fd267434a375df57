import { type ProviderRow, providerCatalog } from "@roo-code/providers";
import { type ProviderSettings, RooError } from "@roo-code/types";

export interface ProviderReadiness {
  readonly id: string;
  readonly label: string;
  /** Whether its key is in the environment, and whatever else it cannot do without. */
  readonly isReady: boolean;
}

/**
 * What was asked for, completed: a base URL alone means a compatible server, else the first provider whose key is set,
 * else a model on this machine. Throws `RooError` `no_provider`.
 */
export async function chooseProvider(
  asked: Partial<ProviderSettings>,
  environment: NodeJS.ProcessEnv,
): Promise<ProviderSettings> {
  if (asked.apiProvider !== undefined) return { ...asked, apiProvider: asked.apiProvider };
  if (asked.apiBaseUrl !== undefined) return { ...asked, apiProvider: "openai-compatible" };
  const keyed = firstKeyed(asked, environment);
  if (keyed) return { ...asked, apiProvider: keyed.id };
  const { findLocalModel } = await import("./local-models.ts");
  const local = await findLocalModel(environment, asked.apiModelId);
  if (local) return { ...local, ...asked };
  throw new RooError({
    code: "no_provider",
    message:
      "No model to talk to: no provider was named, no provider's key is in the environment, and neither Ollama nor LM Studio answers on this machine.",
    next: "Set a key such as OPENAI_API_KEY (all of them: roo providers), or name a server with --base-url and --model. To see the agent at work without any: roo demo",
  });
}

/** One that knows which model to use comes before one that would have to ask. */
function firstKeyed(asked: Partial<ProviderSettings>, environment: NodeJS.ProcessEnv): ProviderRow | undefined {
  const ready = providerCatalog.filter((row) => row.needsKey && isKeyed(row, environment));
  const hasModel = ({ defaultModel }: ProviderRow) => (asked.apiModelId ?? defaultModel) !== undefined;
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

/** The local servers that answer with at least one model, asked all at once. Never throws. */
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
