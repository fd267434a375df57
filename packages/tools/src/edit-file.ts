import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { openForEdit } from "./edit/editable-file.ts";
import { planEdit } from "./edit/plan-edit.ts";
import { replaceText } from "./edit/replace-text.ts";
import description from "./edit-file.md";
import { looseInput, looseNumber } from "./loose-input.ts";

const input = looseInput(
  {
    path: z.string().describe("Relative to the workspace"),
    old_string: z.string().describe("Empty: create the file"),
    new_string: z.string(),
    expected_replacements: looseNumber.optional().describe("Default 1"),
  },
  {
    names: {
      file_path: "path",
      filename: "path",
      file: "path",
      old_str: "old_string",
      search: "old_string",
      new_str: "new_string",
      replace: "new_string",
      content: "new_string",
    },
  },
);

export const editFile = defineTool({
  name: "edit_file",
  kind: "edit",
  group: "edit",
  description,
  input,
  async plan({ path, old_string: search, new_string: replace, expected_replacements: expected = 1 }, context) {
    const file = await openForEdit(path, context);
    if (search === "") {
      if (file.current && file.current.text !== "") {
        throw new ToolFailure(
          "exists",
          `"${file.path}" exists and is not empty; nothing was written. Name the text to replace, or use write_to_file.`,
        );
      }
      return planEdit(file, { text: replace, notice: "Saved." });
    }
    if (!file.current) {
      throw new ToolFailure("not_found", `There is no file "${path}". To create it leave old_string empty.`);
    }
    if (!Number.isInteger(expected) || expected < 1) {
      throw new ToolFailure("invalid_input", "expected_replacements must be a whole number from 1.");
    }
    const target = { path: file.path, text: file.current.text, isRead: file.isRead };
    return planEdit(file, replaceText(target, { search, replace, expected }));
  },
});
