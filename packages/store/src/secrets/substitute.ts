import { mapStrings } from "./map-strings.ts";

/** `$${…}`, which stands for itself; `${env:NAME}`; `${NAME}`. */
const reference = /\$\$\{([^}]*)\}|\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}/g;

export interface Substitution<Value> {
  readonly value: Value;
  /** Variables that are not set, sorted; references to them are left as they are. */
  readonly unknown: readonly string[];
  /** What was put in: to be kept from logs and errors. */
  readonly inserted: readonly string[];
}

/** Puts variables into every text of a value. What a variable holds is not looked into again. */
export function substitute<Value>(value: Value, environment: NodeJS.ProcessEnv): Substitution<Value> {
  const unknown = new Set<string>();
  const inserted = new Set<string>();
  const replaced = mapStrings(value, (text) =>
    text.replace(reference, (whole, escaped: string | undefined, name = "") => {
      if (escaped !== undefined) return `\${${escaped}}`;
      const held = Object.hasOwn(environment, name) ? environment[name] : undefined;
      if (held === undefined) unknown.add(name);
      else inserted.add(held);
      return held ?? whole;
    }),
  );
  return { value: replaced, unknown: [...unknown].sort(), inserted: [...inserted] };
}
