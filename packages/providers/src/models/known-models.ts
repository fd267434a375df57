import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelInfo, ModelPrices } from "@roo-code/types";
import { listOf, parseJson, recordOf, textOf } from "../json-value.ts";
import { bundledModels, type ModelList } from "./bundled-models.ts";
import { readModel } from "./read-model.ts";

/** The bundled models, updated with the vendor's list if it was fetched. Never throws. */
export async function knownModels(providerId: string, folder?: string): Promise<ModelList> {
  const [bundled, fetched] = await Promise.all([
    bundledModels(providerId),
    folder === undefined ? undefined : readModelCache(folder, providerId),
  ]);
  if (!fetched) return bundled ?? { date: "", models: [] };
  return { date: fetched.date, models: mergeModels(bundled?.models ?? [], fetched.models) };
}

/** The vendor's values take precedence; missing ones are kept. */
function mergeModels(bundled: readonly ModelInfo[], fetched: readonly ModelInfo[]): ModelInfo[] {
  const merged = new Map(bundled.map((model) => [model.id, model]));
  for (const model of fetched) merged.set(model.id, mergeModel(merged.get(model.id), model));
  return [...merged.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

function mergeModel(bundled: ModelInfo | undefined, fetched: ModelInfo): ModelInfo {
  if (!bundled) return fetched;
  const prices = mergePrices(bundled.prices, fetched.prices);
  return { ...bundled, ...fetched, prices };
}

/** A vendor's list has no tiers: the bundled ones stay valid as long as the base prices are the same. */
function mergePrices(bundled: ModelPrices | undefined, fetched: ModelPrices | undefined): ModelPrices | undefined {
  if (!bundled || !fetched) return fetched ?? bundled;
  const areSame = bundled.input === fetched.input && bundled.output === fetched.output;
  return areSame ? { ...bundled, ...fetched } : fetched;
}

/** A list fetched earlier; undefined if it is missing or unreadable. */
async function readModelCache(folder: string, providerId: string): Promise<ModelList | undefined> {
  const text = await readFile(fileOf(folder, providerId), "utf8").catch(() => "");
  const { date, models } = recordOf(parseJson(text));
  const read = listOf(models).flatMap((model) => readModel(model) ?? []);
  return read.length > 0 ? { date: textOf(date) ?? "", models: read } : undefined;
}

/** Written atomically: another process may be reading or writing it. Throws the file system's errors. */
export async function writeModelCache(folder: string, providerId: string, list: ModelList): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = fileOf(folder, providerId);
  const temporary = `${file}.${process.pid}.${Date.now()}`;
  try {
    await writeFile(temporary, `${JSON.stringify(list)}\n`);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Ids come from the catalog, so they are safe as file names. */
function fileOf(folder: string, providerId: string): string {
  return join(folder, `${providerId}.json`);
}
