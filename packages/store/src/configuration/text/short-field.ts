import type { ConfigurationEntry, ConfigurationRoot } from "../files/configuration-root.ts";

const maxLength = 1_024;

interface FieldPlace {
  readonly root: ConfigurationRoot;
  readonly file: ConfigurationEntry;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly key: string;
}

/** A field of a file's frontmatter, in one line; undefined where it is absent or, with a notice, no text. */
export function shortField({ root, file, fields, key }: FieldPlace): string | undefined {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (value === undefined || value === null) return undefined;
  // YAML reads `argument-hint: [file]` as a list, where the person wrote a hint.
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return `[${value.join(", ")}]`.slice(0, maxLength);
  if (typeof value !== "string") return root.report("invalid_value", file.path, `its ${key} is not a text.`);
  const text = value.replace(/\s+/g, " ").trim();
  if (text.length <= maxLength) return text;
  return root.report("invalid_value", file.path, `its ${key} is longer than ${maxLength} characters.`);
}
