import { isRecord } from "../catalog/canonical-json.ts";
import type { CatalogTool } from "../catalog/catalog.ts";

/** What a tool says of itself now and did not say before, as a diff of lines. */
export async function definitionChanges(before: unknown, after: CatalogTool): Promise<string> {
  if (!isRecord(before)) return "(What it was then is not known any more.)";
  const { createTwoFilesPatch } = await import("diff");
  const patch = createTwoFilesPatch("then", "now", textOf(before), textOf(after), "", "", { context: 2 });
  return patch.split("\n").slice(1).join("\n").trimEnd();
}

/** The description line by line, because that is where the words for the model are. */
function textOf({ description, ...rest }: Readonly<Record<string, unknown>>): string {
  return `${String(description)}\n\n${JSON.stringify(rest, null, 2)}\n`;
}
