import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listOf, parseJson, recordOf, textOf } from "../json-value.ts";
import type { ModelList } from "./bundled-models.ts";
import { readModel } from "./read-model.ts";

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
