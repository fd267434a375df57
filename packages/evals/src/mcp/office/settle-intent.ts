import { firstOffice, type Office } from "./office.ts";
import type { OfficeCall } from "./office-intents.ts";
import { officeTools } from "./office-tools.ts";

/** What calls make of the office. Throws what a tool throws. */
export function settleCalls(calls: readonly OfficeCall[]): Office {
  const office = structuredClone(firstOffice);
  for (const { tool, input } of calls) {
    const found = officeTools.find(({ name }) => name === tool);
    if (!found) throw new Error(`there is no tool ${tool}`);
    found.run(office, input);
  }
  return office;
}
