import { type ContextPorts, defaultThreshold, type ModelLimits } from "@roo-code/engine";
import type { ModelClient, Settings } from "@roo-code/types";

/** Token estimates and limits of the model. The model list and the estimator are loaded with the first reply. */
export function contextPort(parts: {
  client: ModelClient;
  settings: Settings;
  /** The context window set by the user; overrides the model list. */
  window: number | undefined;
  modelsFolder: string;
}): ContextPorts {
  const { client, settings, window, modelsFolder } = parts;
  const known = new Map<string, Promise<ModelLimits>>();
  let estimate: ((text: string) => number) | undefined;

  const load = async (provider: string, model: string): Promise<ModelLimits> => {
    const [{ estimateTokens }, { findModel }] = await Promise.all([
      import("@roo-code/providers/tokens"),
      import("@roo-code/providers/models"),
    ]);
    estimate = estimateTokens;
    const info = await findModel(provider, model, modelsFolder);
    const contextWindow = (client.standIn ? undefined : window) ?? info?.contextWindow;
    return { contextWindow, maxOutput: info?.maxOutput, prices: info?.prices };
  };

  return {
    threshold: settings.condenseThreshold ?? defaultThreshold,
    estimateTokens: (text) => estimate?.(text) ?? Math.ceil(text.length / 4),
    modelLimits() {
      const { provider, model } = client.standIn ?? client;
      const key = `${provider} ${model}`;
      const limits = known.get(key) ?? load(provider, model).catch((): ModelLimits => ({}));
      known.set(key, limits);
      return limits;
    },
  };
}
