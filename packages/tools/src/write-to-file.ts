import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { type EditableFile, openForEdit } from "./edit/editable-file.ts";
import { findPlaceholder } from "./edit/find-placeholder.ts";
import { keepEndings } from "./edit/keep-endings.ts";
import { planEdit } from "./edit/plan-edit.ts";
import { findTruncation } from "./edit/truncated-rewrite.ts";
import { unwrapContent } from "./edit/unwrap-content.ts";
import { looseInput } from "./loose-input.ts";
import { encodeText, plainFormat, type TextFormat } from "./text/text-encoding.ts";
import description from "./write-to-file.md";

const input = looseInput(
  {
    path: z.string().describe("Relative to the workspace"),
    content: z.string().describe("The whole new content"),
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
    const notice = "Saved. The file holds exactly what you sent; there is no need to read it again.";
    return planEdit(file, { text, format: formatFor(text, file.current?.format), notice });
  },
});

function refusePlaceholder(newText: string, { path, current }: EditableFile): void {
  const found = current && findPlaceholder({ path, newText, oldText: current.text });
  if (!found) return;
  throw new ToolFailure(
    "placeholder",
    `Line ${found.line} (${JSON.stringify(found.text)}) stands for code you left out, which would be lost; "${path}" was not written. Send the complete content, or change parts of it with apply_diff.`,
  );
}

function refuseTruncation(text: string, { path, current }: EditableFile): void {
  const reason = current && findTruncation(text, current.text);
  if (reason === undefined) return;
  throw new ToolFailure(
    "truncated",
    `The content is much shorter than "${path}" and seems cut off: ${reason}. It was not written. Send the complete content, or change parts of the file with apply_diff.`,
  );
}

/** The file's own format, unless it cannot hold the new text: then UTF-8. */
function formatFor(text: string, format: TextFormat = plainFormat): TextFormat {
  try {
    encodeText(text, format);
    return format;
  } catch {
    return plainFormat;
  }
}
