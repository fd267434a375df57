import { stripNumbers } from "../text/numbered-lines.ts";
import { decodeEntities } from "./block-variants.ts";

/** The content without what a model wrapped around all of it: a code fence, line numbers of read_file, HTML entities. */
export function unwrapContent(content: string, file: { readonly path: string; readonly oldText: string }): string {
  return withoutEntities(withoutNumbers(withoutFence(content, file), file.oldText), file.oldText);
}

function withoutFence(content: string, { path, oldText }: { path: string; oldText: string }): string {
  // In Markdown a fence around everything may be what is meant.
  if (/\.(md|mdx|markdown)$/i.test(path) || oldText.startsWith("```")) return content;
  const fenced = /^```[\w+-]*\r?\n([^]*\n)```\s*$/.exec(content);
  return fenced?.[1] ?? content;
}

function withoutNumbers(content: string, oldText: string): string {
  const stripped = strip(content);
  return stripped === undefined || strip(oldText) !== undefined ? content : stripped;
}

/** Only over a file that shows by its own characters that they are not written as entities. */
function withoutEntities(content: string, oldText: string): string {
  if (!/[<>&]/.test(oldText)) return content;
  return decodeEntities([content], oldText)?.[0] ?? content;
}

function strip(content: string): string | undefined {
  const lines = content.split("\n");
  const end = lines.at(-1) === "" ? "\n" : "";
  const body = end === "" ? lines : lines.slice(0, -1);
  // A single numbered line is as likely to be real content.
  const stripped = body.length > 1 ? stripNumbers(body) : undefined;
  return stripped && stripped.lines.join("\n") + end;
}
