import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { openExisting } from "./edit/editable-file.ts";
import { planEdit } from "./edit/plan-edit.ts";
import { replaceLines } from "./edit/replace-lines.ts";
import description from "./insert-content.md";
import { looseInput, looseNumber } from "./loose-input.ts";
import { stripNumbers } from "./text/numbered-lines.ts";
import { splitLines } from "./text/text-lines.ts";

const input = looseInput(
  {
    path: z.string().describe("Relative to the workspace"),
    line: looseNumber.describe("Insert before this line, from 1; 0 or -1: at the end"),
    content: z.string(),
  },
  {
    names: {
      file_path: "path",
      filename: "path",
      file: "path",
      target_file: "path",
      insert_line: "line",
      text: "content",
    },
  },
);

export const insertContent = defineTool({
  name: "insert_content",
  kind: "edit",
  group: "edit",
  description,
  input,
  async plan({ path, line, content }, context) {
    const file = await openExisting(path, context);
    const { text } = file.current;
    const count = splitLines(text).length;
    if (!Number.isInteger(line) || line < -1 || line > count + 1) {
      throw new ToolFailure(
        "past_end",
        `"${file.path}" has ${count} lines, so nothing can be inserted before line ${line}; nothing was written. Use 0 for the end.`,
      );
    }
    if (content === "") throw new ToolFailure("no_change", "The content is empty: nothing was inserted.");
    const start = line <= 0 ? count : line - 1;
    const pieces = linesOf(content);
    const result = text === "" ? pieces.join("\n") : replaceLines(text, [{ start, end: start, pieces }]);
    const notice = `Saved: lines ${start + 1}-${start + pieces.length} are new.`;
    return planEdit(file, { text: text === "" && content.endsWith("\n") ? `${result}\n` : result, notice });
  },
});

function linesOf(content: string): string[] {
  const lines = content.replace(/\r?\n$/, "").split(/\r?\n/);
  // A single numbered line may be meant literally.
  return (lines.length > 1 ? stripNumbers(lines)?.lines : undefined) ?? lines;
}
