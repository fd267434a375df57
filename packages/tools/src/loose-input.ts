import * as z from "zod";

interface LooseOptions {
  /** Other models' names for a parameter → ours. Ours wins when both are present. */
  readonly names?: Readonly<Record<string, string>>;
  /** Converts an older form of the input. */
  readonly adapt?: (input: Record<string, unknown>) => Record<string, unknown>;
}

/**
 * An input object in any of the forms that models write. The model sees only the shape; the other forms cost no tokens.
 * Unknown keys are reported, so that the caller can drop them and tell the model.
 */
export function looseInput<Shape extends z.ZodRawShape>(shape: Shape, { names = {}, adapt }: LooseOptions = {}) {
  return z.preprocess((value) => {
    if (!isRecord(value)) return value;
    const renamed = rename(value, names);
    return adapt ? adapt(renamed) : renamed;
  }, z.strictObject(shape));
}

/** A number, also when it was written as a string. */
export const looseNumber = z.preprocess(
  (value) => (typeof value === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value),
  z.number(),
);

/** A boolean, also when it was written as a string or a number. */
export const looseBoolean = z.preprocess((value) => {
  const text = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (text === "true" || text === "yes" || text === 1) return true;
  return text === "false" || text === "no" || text === 0 ? false : value;
}, z.boolean());

/** For inputs with one item and a list of more: models put all of them into the list. */
export function takeFirst({ list, unless }: { list: string; unless: string }): NonNullable<LooseOptions["adapt"]> {
  return (input) => {
    const items = input[list];
    const [first, ...others]: unknown[] = Array.isArray(items) ? items : [];
    return input[unless] === undefined && isRecord(first) ? { ...input, ...first, [list]: others } : input;
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function rename(input: Record<string, unknown>, names: Readonly<Record<string, string>>): Record<string, unknown> {
  const isAlias = (key: string): boolean => Object.hasOwn(names, key);
  const aliased = Object.entries(input).flatMap(([key, value]) => (isAlias(key) ? [[names[key], value]] : []));
  const own = Object.entries(input).filter(([key]) => !isAlias(key));
  return Object.fromEntries([...aliased, ...own]);
}
