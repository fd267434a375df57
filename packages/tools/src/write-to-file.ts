import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { decodeEntities } from "./edit/block-variants.ts";
import { type EditableFile, openForEdit } from "./edit/editable-file.ts";
import { findPlaceholder } from "./edit/find-placeholder.ts";
import { planEdit } from "./edit/plan-edit.ts";
import { findTruncation } from "./edit/truncated-rewrite.ts";
import { looseInput } from "./loose-input.ts";
import { stripNumbers } from "./text/numbered-lines.ts";
import { encodeText, plainFormat, type TextFormat } from "./text/text-encoding.ts";
import { dominantEnding, splitLines } from "./text/text-lines.ts";
import description from "./write-to-file.md";

const input = looseInput(
  {
    path: z.string().describe("Relative to the workspace"),
    content: z.string().describe("The complete new content"),
  },
  {
    names: {
      file_path: "path",
      filename: "path",
      file: "path",
      target_file: "path",
      contents: "content",
      text: "content",
    },
  },
);

export const writeToFile = defineTool({
  name: "write_to_file",
  kind: "edit",
  group: "edit",
  description,
  input,
  async plan({ path, content }, context) {
    const file = await openForEdit(path, context);
    const oldText = file.current?.text ?? "";
    const text = keepEndings(unwrapContent(content, { path: file.path, oldText }), oldText);
    refusePlaceholder(text, file);
    refuseTruncation(text, file);
    const notice = "Saved. The file contains exactly what you sent; there is no need to read it again.";
    return planEdit(file, { text, format: formatFor(text, file.current?.format), notice });
  },
});

function refusePlaceholder(newText: string, { path, current }: EditableFile): void {
  const found = current && findPlaceholder({ path, newText, oldText: current.text });
  if (!found) return;
  throw new ToolFailure(
    "placeholder",
    `Line ${found.line} (${JSON.stringify(found.text)}) is a placeholder for code that would be lost; "${path}" was not written. Send the complete content, or change parts of it with apply_diff.`,
  );
}

function refuseTruncation(text: string, { path, current }: EditableFile): void {
  const reason = current && findTruncation(text, current.text);
  if (reason === undefined) return;
  throw new ToolFailure(
    "truncated",
    `The content is much shorter than "${path}" and seems to be truncated: ${reason}. It was not written. Send the complete content, or change parts of the file with apply_diff.`,
  );
}

/** The file's encoding, or UTF-8 when it cannot represent the new text. */
function formatFor(text: string, format: TextFormat = plainFormat): TextFormat {
  try {
    encodeText(text, format);
    return format;
  } catch {
    return plainFormat;
  }
}

/** Models write LF; a CRLF file stays CRLF. */
function keepEndings(text: string, oldText: string): string {
  if (text.includes("\r\n") || dominantEnding(splitLines(oldText)) === "\n") return text;
  return text.replaceAll("\n", "\r\n");
}

/** The content without what a model wrapped around it: a code fence, line numbers of read_file, HTML entities. */
function unwrapContent(content: string, file: { readonly path: string; readonly oldText: string }): string {
  return withoutEntities(withoutNumbers(withoutFence(content, file), file.oldText), file.oldText);
}

function withoutFence(content: string, { path, oldText }: { path: string; oldText: string }): string {
  // In Markdown a fence around everything may be intended.
  if (/\.(md|mdx|markdown)$/i.test(path) || oldText.startsWith("```")) return content;
  const fenced = /^```[\w+-]*\r?\n([^]*\n)```\s*$/.exec(content);
  return fenced?.[1] ?? content;
}

function withoutNumbers(content: string, oldText: string): string {
  const stripped = strip(content);
  return stripped === undefined || strip(oldText) !== undefined ? content : stripped;
}

/** Only when the existing file has such characters unencoded. */
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
