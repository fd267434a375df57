import type { Mode } from "@roo-code/types";
import { isRecord } from "../text/is-record.ts";

/** A mode as its file has it: with its role, or with the name of the file that holds it. */
export type ParsedMode = Omit<Mode, "roleDefinition"> & { roleDefinition?: string; promptFile?: string };

/** Of what was kept from an earlier start: whether it is such a list still. */
export function isParsedModes(value: unknown): value is ParsedMode[] {
  return Array.isArray(value) && value.every(isParsedMode);
}

function isParsedMode(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value.groups)) return false;
  const { slug, name, roleDefinition, promptFile } = value;
  const areTexts = [slug, name, roleDefinition ?? promptFile].every((text) => typeof text === "string");
  return areTexts && value.groups.every((group) => isRecord(group) && typeof group.group === "string");
}
