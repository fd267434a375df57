import { isRecord } from "../../is-record.ts";

export interface Frontmatter {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Why the fields are empty although the text begins like one with fields; then all of it is the body. */
  readonly problem?: string;
}

/** Splits a Markdown text from the YAML between two lines `---` at its beginning. */
export async function parseFrontmatter(text: string): Promise<Frontmatter> {
  const begin = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0];
  if (begin === undefined) return { fields: {}, body: text.trim() };
  const broken = (problem: string): Frontmatter => ({ fields: {}, body: text.trim(), problem });
  const rest = text.slice(begin.length);
  const end = /^---[ \t]*(?:\r?\n|$)/m.exec(rest);
  if (!end) return broken("its frontmatter has no end.");
  const { parseYaml } = await import("./parse-yaml.ts");
  const parsed = await parseYaml(rest.slice(0, end.index));
  if ("problem" in parsed) return broken(parsed.problem.replace(/^it/, "its frontmatter"));
  const fields = parsed.value ?? {};
  if (!isRecord(fields)) return broken("its frontmatter does not consist of keys and values.");
  return { fields, body: rest.slice(end.index + end[0].length).trim() };
}
