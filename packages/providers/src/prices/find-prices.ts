import type { ModelPrices } from "@roo-code/types";
import type { Connection } from "../connection.ts";
import { findModel } from "../models/find-model.ts";

const free: ModelPrices = { input: 0, output: 0 };
const defaultTiers: ReadonlySet<string> = new Set(["auto", "default", "standard", "standard_only", "on_demand"]);

/**
 * The token prices of a connection; undefined if unknown. Prices in the settings take precedence; a local model costs
 * nothing. The prices of other service tiers are in no list.
 */
export async function findPrices(
  { row, model, settings }: Pick<Connection, "row" | "model" | "settings">,
  folder: string | undefined,
): Promise<ModelPrices | undefined> {
  const { inputPrice, outputPrice } = settings;
  if (inputPrice !== undefined && outputPrice !== undefined) return { input: inputPrice, output: outputPrice };
  if (row.isLocal) return free;
  if (settings.serviceTier !== undefined && !defaultTiers.has(settings.serviceTier.toLowerCase())) return undefined;
  const found = await findModel(row.id, model, folder);
  return found?.prices;
}
