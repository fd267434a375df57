import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelInfo, ModelPrices } from "@roo-code/types";
import { listOf, parseJson, recordOf, textOf } from "../json-value.ts";
import { bundledModels, type ModelList } from "./bundled-models.ts";
import { readModel } from "./read-model.ts";

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
function mergeModels(bundled: readonly ModelInfo[], fetched: readonly ModelInfo[]): ModelInfo[] {
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

/** A list fetched earlier; undefined where there is none that can be read. */
export async function readModelCache(folder: string, providerId: string): Promise<ModelList | undefined> {
  const text = await readFile(fileOf(folder, providerId), "utf8").catch(() => "");
  const { date, models } = recordOf(parseJson(text));
  const read = listOf(models).flatMap((model) => readModel(model) ?? []);
  return read.length > 0 ? { date: textOf(date) ?? "", models: read } : undefined;
}

/** Whole or not at all: another process may be reading or writing it. Throws what the file system says. */
export async function writeModelCache(folder: string, providerId: string, list: ModelList): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = fileOf(folder, providerId);
  const beside = `${file}.${process.pid}.${Date.now()}`;
  try {
    await writeFile(beside, `${JSON.stringify(list)}\n`);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Ids come from the catalog: they are safe as names of files. */
function fileOf(folder: string, providerId: string): string {
  return join(folder, `${providerId}.json`);
}
