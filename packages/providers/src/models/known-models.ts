import type { ModelInfo, ModelPrices } from "@roo-code/types";
import { bundledModels, type ModelList } from "./bundled-models.ts";
import { readModelCache } from "./model-cache.ts";

/** What came with the program, and over it what the vendor said when its list was last fetched. Never throws. */
export async function knownModels(providerId: string, folder?: string): Promise<ModelList> {
  const [bundled, fetched] = await Promise.all([
    bundledModels(providerId),
    folder === undefined ? undefined : readModelCache(folder, providerId),
  ]);
  if (!fetched) return bundled ?? { date: "", models: [] };
  return { date: fetched.date, models: mergeModels(bundled?.models ?? [], fetched.models) };
}

/** What the vendor says wins; what it leaves out stays. */
export function mergeModels(bundled: readonly ModelInfo[], fetched: readonly ModelInfo[]): ModelInfo[] {
  const merged = new Map(bundled.map((model) => [model.id, model]));
  for (const model of fetched) merged.set(model.id, mergeModel(merged.get(model.id), model));
  return [...merged.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

function mergeModel(bundled: ModelInfo | undefined, fetched: ModelInfo): ModelInfo {
  if (!bundled) return fetched;
  const prices = mergePrices(bundled.prices, fetched.prices);
  return { ...bundled, ...fetched, ...(prices && { prices }) };
}

/** A vendor's list names no tiers: the bundled ones stay true as long as the rest of the prices does. */
function mergePrices(bundled: ModelPrices | undefined, fetched: ModelPrices | undefined): ModelPrices | undefined {
  if (!bundled || !fetched) return fetched ?? bundled;
  const areSame = bundled.input === fetched.input && bundled.output === fetched.output;
  return areSame ? { ...bundled, ...fetched } : fetched;
}
