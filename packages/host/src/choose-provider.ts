import { providerCatalog } from "@roo-code/providers";
import { type ProviderSettings, RooError } from "@roo-code/types";

export interface ProviderReadiness {
  readonly id: string;
  readonly label: string;
  /** Whether its key is in the environment. */
  readonly isReady: boolean;
}

/** What was asked for, completed: a base URL alone means a compatible server, else the first provider whose key is set. */
export function chooseProvider(asked: Partial<ProviderSettings>, environment: NodeJS.ProcessEnv): ProviderSettings {
  if (asked.apiProvider !== undefined) return { ...asked, apiProvider: asked.apiProvider };
  if (asked.apiBaseUrl !== undefined) return { ...asked, apiProvider: "openai-compatible" };
  const ready = providerReadiness(environment).find(({ isReady }) => isReady);
  if (ready) return { ...asked, apiProvider: ready.id };
  throw new RooError({
    code: "no_provider",
    message: "No model to talk to: no provider was named, and no provider's key is in the environment.",
    next: "Set a key such as OPENAI_API_KEY, or name a server with --base-url and --model. To see the agent at work without any: roo demo",
  });
}

export function providerReadiness(environment: NodeJS.ProcessEnv): ProviderReadiness[] {
  return providerCatalog
    .filter(({ needsKey }) => needsKey)
    .map(({ id, label, keyVariables }) => ({
      id,
      label,
      isReady: keyVariables.some((name) => Boolean(environment[name])),
    }));
}
