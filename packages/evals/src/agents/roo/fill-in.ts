export interface TrialNames {
  readonly workspace: string;
  readonly language: string;
  readonly name: string;
}

/** Settings with `{workspace}`, `{language}` and `{exercise}` as they are in a trial, in whatever text they stand. */
export function fillIn(settings: Readonly<Record<string, unknown>>, names: TrialNames): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, filled(value, names)]));
}

function filled(value: unknown, names: TrialNames): unknown {
  if (typeof value === "string")
    return value
      .replaceAll("{workspace}", () => names.workspace)
      .replaceAll("{language}", () => names.language)
      .replaceAll("{exercise}", () => names.name);
  if (Array.isArray(value)) return value.map((part) => filled(part, names));
  if (value === null || typeof value !== "object") return value;
  return fillIn(Object.fromEntries(Object.entries(value)), names);
}
