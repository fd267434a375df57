import type { ModelInfo } from "@roo-code/types";
import { findRow } from "../catalog/index.ts";
import { knownModels } from "./known-models.ts";

/** The known facts about a model; undefined for an unknown one. `folder` contains lists fetched earlier. Never throws. */
export async function findModel(providerId: string, modelId: string, folder?: string): Promise<ModelInfo | undefined> {
  const row = findRow(providerId);
  if (!row) return undefined;
  const { models } = await knownModels(row.id, folder);
  return matchModel(models, modelId, ["models", row.id, ...(row.aliases ?? [])]);
}

/**
 * Finds a model whose id is not written as in the list: with the vendor's name as a prefix, a date or `-latest` as a
 * suffix, a region, a variant. Where a region or a variant may have other prices, the model is returned without prices.
 * @internal
 */
export function matchModel(
  models: readonly ModelInfo[],
  id: string,
  vendorNames: readonly string[],
): ModelInfo | undefined {
  const exact = models.find((model) => model.id === id);
  if (exact) return exact;
  const bare = withoutVendor(id.replace(/^arn:.*[:/](inference-profile|foundation-model)\//, ""), vendorNames);
  return (
    byForm(models, bare) ??
    withoutPrices(byForm(models, bare.replace(/^(us|us-gov|eu|apac|au|jp|ca|in|global)\./, ""))) ??
    variantOf(models, bare)
  );
}

function withoutVendor(id: string, vendorNames: readonly string[]): string {
  const [vendor = "", ...rest] = id.split("/");
  return rest.length > 0 && vendorNames.includes(vendor) ? rest.join("/") : id;
}

/** Dates and `-latest` are versions of the same model, at the same price unless listed separately. */
function byForm(models: readonly ModelInfo[], id: string): ModelInfo | undefined {
  const undated = id.replace(/([-@])(\d{8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|latest)$/, "");
  const forms = [id, undated, `${undated}-latest`].map(canonical);
  for (const form of forms) {
    const found = models.filter((model) => canonical(model.id) === form);
    if (found.length === 1) return found[0];
  }
  return undefined;
}

/** `claude-sonnet-4.5` and `Claude-Sonnet-4-5` are the same. */
function canonical(id: string): string {
  return id.toLowerCase().replaceAll(/(?<=\d)\.(?=\d)/g, "-");
}

/** `:free` costs nothing; the price of any other variant (`:nitro`, `:online`, a host's name) is unknown. */
function variantOf(models: readonly ModelInfo[], id: string): ModelInfo | undefined {
  const [, base, variant] = /^(.+):([a-z-]+)$/.exec(id) ?? [];
  const model = base === undefined ? undefined : byForm(models, base);
  if (!model || variant !== "free") return withoutPrices(model);
  return { ...model, prices: { input: 0, output: 0 } };
}

function withoutPrices(model: ModelInfo | undefined): ModelInfo | undefined {
  if (!model) return undefined;
  const { prices: _, ...rest } = model;
  return rest;
}
