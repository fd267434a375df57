import { type NamedCall, ToolFailure } from "@roo-code/types";
import { type Alias, type Input, pathWords, reword, under } from "./alias.ts";
import { applyPatch, contentWords, replaceMany, replaceText, writeFile } from "./change-file.ts";
import { editorCommand } from "./editor-command.ts";

function deleteFile(input: Input): NamedCall {
  const { path } = reword(input, { path: pathWords });
  if (typeof path !== "string" || /[\r\n]/.test(path)) {
    throw new ToolFailure("invalid_input", "Which file to delete must be said by its path.");
  }
  return { name: "apply_patch", input: { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` } };
}

function appendToFile(input: Input): NamedCall {
  const { path, content } = reword(input, { path: pathWords, content: contentWords });
  return { name: "insert_content", input: { path, line: 0, content } };
}

export const editAliases: readonly (readonly [string, Alias])[] = [
  ...under(
    "write write_file create_file create_new_file new_file save_file overwrite_file write_text_file file_write add_file create",
    writeFile,
  ),
  ...under(
    "edit str_replace string_replace replace replace_text replace_string_in_file search_replace find_and_replace update_file modify_file edit_text replace_string file_edit edit_block",
    replaceText,
  ),
  ...under("multi_edit multiedit multi_replace_string_in_file", replaceMany),
  ...under(
    "str_replace_editor str_replace_based_edit_tool text_editor file_editor edit_anthropic editor text_editor_20250728",
    editorCommand,
  ),
  ...under("patch patch_file apply_patch_file applypatch apply_unified_diff replace_in_file apply_edit", applyPatch),
  ...under("delete_file remove_file delete rm", deleteFile),
  ...under("append_to_file append_file append", appendToFile),
];
