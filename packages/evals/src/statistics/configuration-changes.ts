import { holdsSecret, looksSecret } from "@roo-code/store/secret-value";
import type { EvalRun } from "@roo-code/types";

export interface ConfigurationChange {
  /** `model`, `settings.temperature`, … */
  readonly path: string;
  /** As JSON without secrets; null if not set. */
  readonly baseline: string | null;
  readonly candidate: string | null;
}

/** The differences between the requests of two runs, by path. Names and descriptions do not count. */
export function configurationChanges(baseline: EvalRun, candidate: EvalRun): ConfigurationChange[] {
  const before = flatConfiguration(baseline);
  const after = flatConfiguration(candidate);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => JSON.stringify(before.get(path)) !== JSON.stringify(after.get(path)))
    .sort()
    .map((path) => ({ path, baseline: shown(path, before.get(path)), candidate: shown(path, after.get(path)) }));
}

function flatConfiguration({ model, request }: EvalRun): Map<string, unknown> {
  const { name: _name, description: _description, ...settings } = request;
  const flat = new Map<string, unknown>();
  flatten({ model, ...settings }, "", flat);
  return flat;
}

function flatten(value: unknown, path: string, into: Map<string, unknown>): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    if (value !== undefined) into.set(path, value);
    return;
  }
  for (const [name, part] of Object.entries(value)) flatten(part, path === "" ? name : `${path}.${name}`, into);
}

function shown(path: string, value: unknown): string | null {
  if (value === undefined) return null;
  const name = path.split(".").at(-1) ?? path;
  if (typeof value === "string" ? looksSecret(name, value) : holdsSecret(value)) return "(secret)";
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
