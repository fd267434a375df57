import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { type EditableFile, openForEdit } from "./edit/editable-file.ts";
import type { BlockTarget } from "./edit/locate-block.ts";
import { planEdit } from "./edit/plan-edit.ts";
import { type ReplacedText, replaceText, type TextReplacement } from "./edit/replace-text.ts";
import description from "./edit-file.md";
import { looseBoolean, looseInput, looseNumber, takeFirst } from "./loose-input.ts";

const edit = {
  old_string: z.string().describe("Empty: create the file"),
  new_string: z.string(),
  expected_replacements: looseNumber.optional().describe("Default 1"),
  replace_all: looseBoolean.optional(),
};
const input = looseInput(
  {
    path: z.string().describe("Relative to the workspace"),
    ...edit,
    edits: z.array(z.object(edit)).optional().describe("More edits, applied one after the other"),
  },
  {
    names: {
      file_path: "path",
      filename: "path",
      file: "path",
      target_file: "path",
      old_str: "old_string",
      search: "old_string",
      new_str: "new_string",
      replace: "new_string",
      content: "new_string",
    },
    adapt: takeFirst({ list: "edits", unless: "old_string" }),
  },
);

type Edit = z.infer<z.ZodObject<typeof edit>>;

export const editFile = defineTool({
  name: "edit_file",
  kind: "edit",
  group: "edit",
  description,
  input,
  async plan({ path, edits = [], ...first }, context) {
    const file = await openForEdit(path, context);
    if (first.old_string === "") return planEdit(file, replaceSequentially(file, newText(file, first), edits));
    if (file.current) return planEdit(file, replaceSequentially(file, file.current.text, [first, ...edits]));
    throw new ToolFailure("not_found", `There is no file "${path}". To create it, leave old_string empty.`);
  },
});

function newText({ path, current }: EditableFile, { new_string: text }: Edit): string {
  if (!current || current.text === "") return text;
  throw new ToolFailure(
    "exists",
    `"${path}" exists and is not empty; nothing was written. Pass the text to replace as old_string, or use write_to_file.`,
  );
}

function replaceSequentially(file: EditableFile, before: string, edits: readonly Edit[]): ReplacedText {
  let text = before;
  const notices = edits.map((change, index) => {
    const replaced = replaceOne(
      { ...file, text },
      change,
      edits.length === 1 ? "" : `Edit ${index + 1} of ${edits.length}: `,
    );
    text = replaced.text;
    return replaced.notice;
  });
  return { text, notice: notices.join(" ") || "Saved." };
}

/** The failure names which of several edits it was. */
function replaceOne(target: BlockTarget, change: Edit, prefix: string): ReplacedText {
  try {
    return replaceText(target, toReplacement(change));
  } catch (error) {
    throw error instanceof ToolFailure ? new ToolFailure(error.code, prefix + error.message) : error;
  }
}

function toReplacement({
  old_string: search,
  new_string: replace,
  expected_replacements: expected = 1,
  replace_all,
}: Edit): TextReplacement {
  if (!Number.isInteger(expected) || expected < 1) {
    throw new ToolFailure("invalid_input", "expected_replacements must be an integer of at least 1.");
  }
  return { search, replace, expected: replace_all === true ? "all" : expected };
}
