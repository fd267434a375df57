import type { NamedCall } from "@roo-code/types";
import { isRecord } from "../loose-input.ts";
import { type Input, pathWords, reword, toNumber } from "./alias.ts";

export function writeFile(input: Input): NamedCall {
  return { name: "write_to_file", input: reword(input, { path: pathWords, content: contentWords }) };
}

/** One text in place of another; without a text to replace, whatever the rest of the call makes sense as. */
export function replaceText(input: Input): NamedCall {
  const { expected_replacements: expected, ...request } = reword(input, replaceWords);
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

/** Several texts of one file, one after the other. */
export function replaceMany(input: Input): NamedCall {
  const { edits, ...file } = reword(input, { path: pathWords, edits: ["edits", "changes", "replacements"] });
  const list: readonly unknown[] = Array.isArray(edits) ? edits : [];
  const [first, ...others] = list.map((edit) => (isRecord(edit) ? reword(edit, replaceWords) : edit));
  if (isRecord(first) && others.length === 0) return replaceText({ ...file, ...first });
  return { name: "edit_file", input: { ...file, ...(isRecord(first) ? first : {}), edits: others } };
}

/** Patches of every kind, by what they look like. */
export function applyPatch(input: Input): NamedCall {
  const { patch, ...rest } = reword(input, {
    path: pathWords,
    patch: ["patch", "input", "patchtext", "diff", "content"],
  });
  const isBlocks = typeof patch === "string" && /^[<-]{5,9} SEARCH/m.test(patch);
  if (isBlocks) return { name: "apply_diff", input: { ...rest, diff: patch } };
  return { name: "apply_patch", input: { ...rest, patch } };
}

export const contentWords = [
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
const replaceWords = {
  path: pathWords,
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
