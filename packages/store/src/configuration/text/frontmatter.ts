import { isRecord } from "../../is-record.ts";
import type { ConfigurationEntry, ConfigurationRoot } from "../files/configuration-root.ts";
import { parseYaml } from "./parse-text.ts";

interface Frontmatter {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Why the frontmatter could not be parsed; then the whole text is the body. */
  readonly problem?: string;
}

/** Splits a Markdown text into its YAML frontmatter and its body. */
export async function parseFrontmatter(text: string): Promise<Frontmatter> {
  const begin = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0];
  if (begin === undefined) return { fields: {}, body: text.trim() };
  const broken = (problem: string): Frontmatter => ({ fields: {}, body: text.trim(), problem });
  const rest = text.slice(begin.length);
  const end = /^---[ \t]*(?:\r?\n|$)/m.exec(rest);
  if (!end) return broken("its frontmatter has no closing ---.");
  const parsed = await parseYaml(rest.slice(0, end.index));
  if ("problem" in parsed) return broken(parsed.problem.replace(/^it/, "its frontmatter"));
  const fields = parsed.value ?? {};
  if (!isRecord(fields)) return broken("its frontmatter is not an object of keys and values.");
  return { fields, body: rest.slice(end.index + end[0].length).trim() };
}

const maxLength = 1_024;

interface FieldSource {
  readonly root: ConfigurationRoot;
  readonly file: ConfigurationEntry;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly key: string;
}

/** A frontmatter field as one line; undefined if it is absent or, with a notice, not a string. */
export function shortField({ root, file, fields, key }: FieldSource): string | undefined {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (value === undefined || value === null) return undefined;
  // YAML parses `argument-hint: [file]` as a list, but a hint is meant.
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return `[${value.join(", ")}]`.slice(0, maxLength);
  if (typeof value !== "string") return root.report("invalid_value", file.path, `its ${key} is not a string.`);
  const text = value.replace(/\s+/g, " ").trim();
  if (text.length <= maxLength) return text;
  return root.report("invalid_value", file.path, `its ${key} is longer than ${maxLength} characters.`);
}
