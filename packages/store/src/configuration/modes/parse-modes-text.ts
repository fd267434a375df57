import { parseJson } from "../text/parse-json.ts";
import type { ParseOutcome } from "../text/parse-outcome.ts";
import { parseYaml } from "../text/parse-yaml.ts";
import { cleanText } from "./clean-text.ts";

/** As it is written, else without what chat programs and word processors put in: what is whole is not changed. */
export async function parseModesText(text: string): Promise<ParseOutcome> {
  const asWritten = await parseEither(text);
  if (!("problem" in asWritten)) return asWritten;
  const cleaned = await parseEither(cleanText(text));
  return "problem" in cleaned ? asWritten : cleaned;
}

/** YAML, else JSON with comments. */
export async function parseEither(text: string): Promise<ParseOutcome> {
  const yaml = await parseYaml(text);
  if (!("problem" in yaml)) return yaml;
  const json = await parseJson(text);
  return "problem" in json ? yaml : json;
}
