import { defineTool, type ToolContext, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { type EditableFile, type FileText, openExisting } from "./edit/editable-file.ts";
import { planEdit } from "./edit/plan-edit.ts";
import { type ReplacedText, replaceText } from "./edit/replace-text.ts";
import { looseBoolean, looseInput, looseNumber } from "./loose-input.ts";
import description from "./search-and-replace.md";

const input = looseInput(
  {
    path: z.string().describe("Relative to the workspace"),
    old_string: z.string().describe("Text to find, or a regular expression"),
    new_string: z.string(),
    replace_all: looseBoolean.optional(),
    regex: looseBoolean.optional().describe("$1, $<name> in new_string are groups"),
    ignore_case: looseBoolean.optional(),
    start_line: looseNumber.optional().describe("Only from this line"),
    end_line: looseNumber.optional().describe("Only to this line"),
  },
  {
    names: {
      file_path: "path",
      filename: "path",
      file: "path",
      target_file: "path",
      old_str: "old_string",
      search: "old_string",
      old_text: "old_string",
      new_str: "new_string",
      replace: "new_string",
      new_text: "new_string",
      use_regex: "regex",
    },
  },
);

type Input = z.infer<typeof input>;
type ExistingFile = EditableFile & { readonly current: FileText };

export const searchAndReplace = defineTool({
  name: "search_and_replace",
  kind: "edit",
  group: "edit",
  description,
  input,
  async plan(given, context) {
    const file = await openExisting(given.path, context);
    const isPattern = given.regex === true || given.ignore_case === true;
    const replaced = isPattern ? await replacePattern(file, given, context) : replaceLiteral(file, given);
    return planEdit(file, replaced);
  },
});

function replaceLiteral(file: ExistingFile, given: Input): ReplacedText {
  const range = rangeOf(given);
  return replaceText(
    { path: file.path, text: file.current.text, isRead: file.isRead },
    {
      search: given.old_string,
      replace: given.new_string,
      expected: given.replace_all === true ? "all" : 1,
      range,
    },
  );
}

async function replacePattern(file: ExistingFile, given: Input, { signal }: ToolContext): Promise<ReplacedText> {
  const { replacePatterns } = await import("./edit/replace-pattern.ts");
  if (given.old_string === "") throw new ToolFailure("invalid_input", "The search text is empty.");
  const range = rangeOf(given);
  return replacePatterns(
    { path: file.path, text: file.current.text },
    {
      pattern: given.old_string,
      replace: given.new_string,
      isRegex: given.regex === true,
      ignoreCase: given.ignore_case === true,
      all: given.replace_all === true,
      signal,
      range,
    },
  );
}

function rangeOf({ start_line: first, end_line: last }: Input): { first: number; last: number } | undefined {
  return first === undefined && last === undefined
    ? undefined
    : { first: first ?? 1, last: last ?? Number.MAX_SAFE_INTEGER };
}
