import { dump } from "js-yaml";
import { type Plain, recordOf } from "../plain-value.ts";
import { parseYaml } from "../read/parse-data.ts";

export interface MarkdownFile {
  readonly head: Plain;
  readonly body: string;
}

/** A Markdown file and what stands above it between `---`; a broken head is part of the text. */
export function readFrontMatter(text: string): MarkdownFile {
  const [all, yaml] = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  const head = yaml === undefined ? undefined : parseYaml(yaml);
  if (all === undefined || typeof head !== "object" || head === null) return { head: {}, body: text };
  return { head: recordOf(head), body: text.slice(all.length) };
}

export function writeFrontMatter({ head, body }: MarkdownFile): string {
  if (Object.keys(head).length === 0) return body;
  return `---\n${dump(head, { lineWidth: -1 })}---\n${body}`;
}
