import type { ModelInfo } from "@roo-code/types";
import { findRow } from "../catalog/find-row.ts";
import { knownModels } from "./known-models.ts";
import { matchModel } from "./match-model.ts";

/** What is known about a model; undefined where nothing is. `folder` holds lists fetched earlier. Never throws. */
export async function findModel(providerId: string, modelId: string, folder?: string): Promise<ModelInfo | undefined> {
  const row = findRow(providerId);
  if (!row) return undefined;
  const { models } = await knownModels(row.id, folder);
  return matchModel(models, modelId, ["models", row.id, ...(row.aliases ?? [])]);
}
