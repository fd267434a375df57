/** `$${…}`, an escape; `${env:NAME}`; `${NAME}`. */
const reference = /\$\$\{([^}]*)\}|\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}/g;

export interface Substitution<Value> {
  readonly value: Value;
  /** Unset variables, sorted; references to them are left unchanged. */
  readonly unknown: readonly string[];
  /** The substituted values, which must be kept out of logs and errors. */
  readonly inserted: readonly string[];
}

/** Substitutes variables in every string of a value. Substituted text is not expanded again. */
export function substitute<Value>(value: Value, environment: NodeJS.ProcessEnv): Substitution<Value> {
  const unknown = new Set<string>();
  const inserted = new Set<string>();
  const replaced = mapStrings(value, (text) =>
    text.replace(reference, (whole, escaped: string | undefined, name = "") => {
      if (escaped !== undefined) return `\${${escaped}}`;
      const found = Object.hasOwn(environment, name) ? environment[name] : undefined;
      if (found === undefined) unknown.add(name);
      else inserted.add(found);
      return found ?? whole;
    }),
  );
  return { value: replaced, unknown: [...unknown].sort(), inserted: [...inserted] };
}

/** A copy of a value with every string replaced, at any depth; keys stay. */
export function mapStrings<Value>(value: Value, change: (text: string) => string): Value;
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((inner) => mapStrings(inner, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, change)]));
}
