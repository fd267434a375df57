import { looksSecret } from "@roo-code/store/secret-value";
import type { EvalRun } from "@roo-code/types";

/** A run that may be shown: settings that look like keys, or are called so, are replaced. */
export function runWithoutSecrets(run: EvalRun): EvalRun {
  return { ...run, request: { ...run.request, settings: copyRecord(run.request.settings) } };
}

function copyRecord(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, copy(name, value)]));
}

function copy(name: string, value: unknown): unknown {
  if (typeof value === "string") return looksSecret(name, value) ? "(secret)" : value;
  if (Array.isArray(value)) return value.map((item) => copy(name, item));
  return typeof value === "object" && value !== null ? copyRecord(value) : value;
}
