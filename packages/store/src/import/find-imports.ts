import { systemErrorCode } from "@roo-code/types";
import { Findings } from "./findings.ts";
import type { FoundImport, ImportOptions } from "./import-source.ts";
import { isRecord } from "./plain-value.ts";

/** Finds the data of every other tool. Read-only; one broken source does not affect the others. */
export async function findImports(options: ImportOptions): Promise<FoundImport[]> {
  // Loaded on demand: it brings parsers for every format.
  const { importSources } = await import("./import-sources.ts");
  const found: FoundImport[] = [];
  for (const source of importSources) {
    const findings = new Findings(source.tool, options);
    try {
      await source.find(options, findings);
    } catch (error) {
      // Only the code: a message could quote the file.
      findings.note(`${source.label} could not be read completely (${systemErrorCode(error) ?? "internal error"}).`);
    }
    const imported = findings.finish();
    if (imported) found.push(imported);
  }
  return found;
}

/** The content of a `roo-code-settings.json`; undefined if it is not such a file. Secrets end up only in `secrets`. */
export async function importRooSettings(
  text: string,
  source = "roo-code-settings.json",
): Promise<FoundImport | undefined> {
  const { parseJson } = await import("./read/parse-data.ts");
  const { addRooSettings } = await import("./roo/roo-settings.ts");
  const file = parseJson(text);
  if (!isRecord(file)) return undefined;
  const findings = new Findings("roo");
  findings.addSource(source);
  addRooSettings(findings, file, source);
  return findings.finish();
}
