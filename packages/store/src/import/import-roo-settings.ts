import { Findings } from "./findings.ts";
import type { FoundImport } from "./import-source.ts";
import { isRecord } from "./plain-value.ts";

/** What is in the text of a `roo-code-settings.json`; undefined when it is no such file. Keys land in `keys` only. */
export async function importRooSettings(
  text: string,
  source = "roo-code-settings.json",
): Promise<FoundImport | undefined> {
  const { parseJson } = await import("./read/parse-data.ts");
  const { bringRooSettings } = await import("./roo/roo-settings.ts");
  const file = parseJson(text);
  if (!isRecord(file)) return undefined;
  const findings = new Findings("roo");
  findings.addSource(source);
  bringRooSettings(findings, file, source);
  return findings.finish();
}
