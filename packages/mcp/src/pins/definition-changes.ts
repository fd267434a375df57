import { isRecord } from "../catalog/canonical-json.ts";
import type { CatalogTool } from "../catalog/catalog.ts";

/** What a tool says of itself now and did not say before, as a diff of lines. */
export async function definitionChanges(before: unknown, after: CatalogTool): Promise<string> {
  if (!isRecord(before)) return "(What it was then is not known any more.)";
  const [then, now] = [textOf(before), textOf(after)];
  if (then === now) return before.whole === undefined ? notWhole : unseen;
  const { createTwoFilesPatch } = await import("diff");
  const patch = createTwoFilesPatch("then", "now", then, now, "", "", { context: 2 });
  return patch.split("\n").slice(1).join("\n").trimEnd();
}

const notWhole = "(It was allowed by a part of what it says of itself; from now on all of it counts.)";
const unseen =
  "(It has changed where a model does not see it: in what it answers, in characters without a look, or in a part that was too long or too deep to show.)";

/** The description line by line, because that is where the words for the model are. */
function textOf({ description, ...said }: Readonly<Record<string, unknown>>): string {
  const rest = Object.fromEntries(Object.entries(said).filter(([key]) => key !== "whole"));
  return `${String(description)}\n\n${JSON.stringify(rest, null, 2)}\n`;
}
