import { type NamedCall, ToolFailure } from "@roo-code/types";
import { isRecord } from "../loose-input.ts";
import { type Alias, aliasFor, type Input, pathNames, renameParameters, toNumber } from "./alias.ts";
import { readFile } from "./read-aliases.ts";

function deleteFile(input: Input): NamedCall {
  const { path } = renameParameters(input, { path: pathNames });
  if (typeof path !== "string" || /[\r\n]/.test(path)) {
    throw new ToolFailure("invalid_input", "The path is missing: pass the path of the file to delete.");
  }
  return { name: "apply_patch", input: { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` } };
}

function appendToFile(input: Input): NamedCall {
  const { path, content } = renameParameters(input, { path: pathNames, content: contentNames });
  return { name: "insert_content", input: { path, line: 0, content } };
}

export const editAliases: readonly (readonly [string, Alias])[] = [
  ...aliasFor(
    "write write_file create_file create_new_file new_file save_file overwrite_file write_text_file file_write add_file create",
    writeFile,
  ),
  ...aliasFor(
    "edit str_replace string_replace replace replace_text replace_string_in_file search_replace find_and_replace update_file modify_file edit_text replace_string file_edit edit_block",
    replaceText,
  ),
  ...aliasFor("multi_edit multiedit multi_replace_string_in_file", replaceMany),
  ...aliasFor(
    "str_replace_editor str_replace_based_edit_tool text_editor file_editor edit_anthropic editor text_editor_20250728",
    editorCommand,
  ),
  ...aliasFor("patch patch_file apply_patch_file applypatch apply_unified_diff replace_in_file apply_edit", applyPatch),
  ...aliasFor("delete_file remove_file delete rm", deleteFile),
  ...aliasFor("append_to_file append_file append", appendToFile),
];

/** Claude's text editor tool: one tool, whose `command` selects the operation. */
function editorCommand({ command, ...input }: Input): NamedCall {
  switch (command) {
    case undefined:
    case "view":
      return readFile(input);
    case "create":
    case "write":
      return writeFile(input);
    case "str_replace":
    case "edit_file":
      return replaceText({ new_str: "", ...input });
    case "insert":
      return insert(input);
    default:
      throw new ToolFailure(
        "invalid_input",
        `There is no editor command "${String(command).slice(0, 80)}". Use read_file, write_to_file, search_and_replace or insert_content.`,
      );
  }
}

/** Other agents number the line to insert after, we the one to insert before. */
function insert(input: Input): NamedCall {
  const { after, ...request } = renameParameters(input, {
    path: pathNames,
    after: ["insertline", "line"],
    content: ["inserttext", "newstr", "text", "content"],
  });
  const line = toNumber(after);
  return { name: "insert_content", input: { ...request, ...(line !== undefined && { line: line + 1 }) } };
}

function writeFile(input: Input): NamedCall {
  return { name: "write_to_file", input: renameParameters(input, { path: pathNames, content: contentNames }) };
}

/** A text replacement; without a text to replace, the edit that the other parameters describe. */
function replaceText(input: Input): NamedCall {
  const { expected_replacements: expected, ...request } = renameParameters(input, replaceNames);
  const { old_string, diff, content } = request;
  if (old_string === undefined && typeof diff === "string") return applyPatch(input);
  if (old_string === undefined && Array.isArray(request.edits)) return replaceMany(input);
  if (old_string === undefined && content !== undefined) return writeFile(input);
  const count = toNumber(expected);
  if (old_string === "" || (count !== undefined && count > 1)) {
    return { name: "edit_file", input: { ...request, ...(count !== undefined && { expected_replacements: count }) } };
  }
  return { name: "search_and_replace", input: request };
}

/** Several replacements in one file, one after the other. */
function replaceMany(input: Input): NamedCall {
  const { edits, ...file } = renameParameters(input, { path: pathNames, edits: ["edits", "changes", "replacements"] });
  const list: readonly unknown[] = Array.isArray(edits) ? edits : [];
  const [first, ...others] = list.map((edit) => (isRecord(edit) ? renameParameters(edit, replaceNames) : edit));
  if (isRecord(first) && others.length === 0) return replaceText({ ...file, ...first });
  return { name: "edit_file", input: { ...file, ...(isRecord(first) ? first : {}), edits: others } };
}

/** Patches of every kind, recognised by their content. */
function applyPatch(input: Input): NamedCall {
  const { patch, ...rest } = renameParameters(input, {
    path: pathNames,
    patch: ["patch", "input", "patchtext", "diff", "content"],
  });
  const isBlocks = typeof patch === "string" && /^[<-]{5,9} SEARCH/m.test(patch);
  if (isBlocks) return { name: "apply_diff", input: { ...rest, diff: patch } };
  return { name: "apply_patch", input: { ...rest, patch } };
}

const contentNames = [
  "content",
  "contents",
  "filetext",
  "filecontent",
  "text",
  "codecontent",
  "code",
  "data",
  "newcontent",
];
const replaceNames = {
  path: pathNames,
  old_string: ["oldstring", "oldstr", "oldtext", "search", "find", "original", "searchstring", "searchtext", "from"],
  new_string: [
    "newstring",
    "newstr",
    "newtext",
    "replace",
    "replacement",
    "replacewith",
    "updated",
    "replacestring",
    "to",
  ],
  replace_all: ["replaceall", "allowmultiple", "all"],
  expected_replacements: ["expectedreplacements", "expectedcount"],
};
