import type { Settings } from "@roo-code/types";
import type { SettingKey } from "./setting-traits.ts";

type Values = Readonly<Record<string, unknown>>;

/** Settings that mean the same under another name. */
const counterparts: readonly (readonly [theirs: string, ours: SettingKey])[] = [
  ["allowedMaxRequests", "maxTurns"],
  ["allowedMaxCost", "maxCost"],
  ["commandExecutionTimeout", "commandTimeout"],
  ["enableCheckpoints", "snapshots"],
  ["autoCondenseContextPercent", "condenseThreshold"],
];
const condenseSwitch = "autoCondenseContext";

/** Names that `toCounterparts` reads. */
export const counterpartNames: readonly string[] = [condenseSwitch, ...counterparts.map(([theirs]) => theirs)];

/** Roo Code's values under our names. */
export function toCounterparts(values: Values): Map<string, unknown> {
  const found = counterparts.flatMap(([theirs, ours]) => {
    const value = values[theirs];
    // There, null and 0 are "no limit".
    return value === undefined || value === null || value === 0 ? [] : [[ours, value] as const];
  });
  const ours = new Map<string, unknown>(found);
  // Switched off, only a full window makes it necessary.
  if (values[condenseSwitch] === false) ours.set("condenseThreshold", 100);
  return ours;
}

/** Our values under Roo Code's names. */
export function fromCounterparts(settings: Settings): Record<string, unknown> {
  const found = counterparts.filter(([, ours]) => settings[ours] !== undefined);
  return Object.fromEntries(found.map(([theirs, ours]) => [theirs, settings[ours]]));
}
