import { isRecord, type Plain } from "../plain-value.ts";
import { parseJson } from "./parse-data.ts";
import { conversationLimit, type SourceFolder } from "./source-folder.ts";

/** The objects of a JSON Lines file, and how many lines were none. A torn last line is only an unfinished one. */
export function readLines(folder: SourceFolder, path: string): { lines: Plain[]; broken: number } | undefined {
  const text = folder.readText(path, conversationLimit);
  if (text === undefined) return undefined;
  const texts = text.split("\n").filter((line) => line.trim() !== "");
  const values = texts.map((line) => parseJson(line));
  const lines = values.filter(isRecord);
  const isTorn = values.length > 0 && values.at(-1) === undefined && !text.endsWith("\n");
  return { lines, broken: values.length - lines.length - (isTorn ? 1 : 0) };
}
