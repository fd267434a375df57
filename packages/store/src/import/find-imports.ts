import { systemErrorCode } from "@roo-code/types";
import { Findings } from "./findings.ts";
import type { FoundImport, ImportPlaces } from "./import-source.ts";

/** What is there of every other tool. Reads only, writes nothing, and one broken source harms no other. */
export async function findImports(places: ImportPlaces): Promise<FoundImport[]> {
  // Loaded for those who import only: with it come parsers for every format.
  const { importSources } = await import("./import-sources.ts");
  const found: FoundImport[] = [];
  for (const source of importSources) {
    const findings = new Findings(source.tool, places);
    try {
      await source.find(places, findings);
    } catch (error) {
      // Only the code: a message could quote what the file holds.
      findings.note(`${source.label} could not be read to the end (${systemErrorCode(error) ?? "an error of ours"}).`);
    }
    const imported = findings.finish();
    if (imported) found.push(imported);
  }
  return found;
}
