import { basename, extname } from "node:path";
import { parseJsonc } from "./parse-jsonc.ts";
import { readTextFile } from "./read-text-file.ts";

/** Whether somebody may be in the middle of saving a file: it is gone, empty, or does not parse. */
export async function isHalfWritten(path: string): Promise<boolean> {
  const reading = readTextFile(path);
  if (reading.state !== "text" || reading.text.trim() === "") return true;
  const parse = await parserFor(path);
  try {
    parse?.(reading.text);
    return false;
  } catch {
    return true;
  }
}

async function parserFor(path: string): Promise<((text: string) => unknown) | undefined> {
  const extension = extname(path);
  if (extension === ".json" || extension === ".jsonc") return parseJsonc;
  const isYaml = extension === ".yaml" || extension === ".yml" || basename(path) === ".roomodes";
  return isYaml ? (await import("js-yaml")).load : undefined;
}
