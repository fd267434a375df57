import { type NamedCall, ToolFailure } from "@roo-code/types";
import { type Input, pathWords, reword, toNumber } from "./alias.ts";
import { replaceText, writeFile } from "./change-file.ts";
import { readFile } from "./read-aliases.ts";

/** The editor that Claude was trained with: one tool, whose `command` says what it does. */
export function editorCommand({ command, ...input }: Input): NamedCall {
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
        `There is no editor command "${String(command).slice(0, 80)}" here. Use read_file, write_to_file, search_and_replace or insert_content.`,
      );
  }
}

/** Others count the line that the text comes after, we the one that it comes before. */
function insert(input: Input): NamedCall {
  const { after, ...request } = reword(input, {
    path: pathWords,
    after: ["insertline", "line"],
    content: ["inserttext", "newstr", "text", "content"],
  });
  const line = toNumber(after);
  return { name: "insert_content", input: { ...request, ...(line !== undefined && { line: line + 1 }) } };
}
