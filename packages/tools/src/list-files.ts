import { defineTool } from "@roo-code/types";
import * as z from "zod";
import { askPrivate, leftOutNote } from "./ask-private.ts";
import description from "./list-files.md";
import { looseBoolean, looseInput } from "./loose-input.ts";
import { showName } from "./text/show-name.ts";

const input = looseInput(
  {
    path: z.string().optional().describe("Folder, relative to the workspace; default: its root"),
    recursive: looseBoolean.optional(),
    file_pattern: z.string().optional().describe("Glob such as **/*.test.ts: only files that fit it, at any depth"),
  },
  {
    names: {
      directory: "path",
      dir: "path",
      folder: "path",
      dir_path: "path",
      target_directory: "path",
      pattern: "file_pattern",
      glob: "file_pattern",
    },
  },
);

const limit = 200;

export const listFiles = defineTool({
  name: "list_files",
  kind: "read",
  group: "read",
  description,
  input,
  async run({ path = ".", recursive = false, file_pattern }, context) {
    const { workspace, signal } = context;
    const wanted = file_pattern ? { recursive: true, filePattern: file_pattern } : { recursive };
    const list = () => workspace.files.list(path, { ...wanted, limit, signal });
    const { entries, isTruncated, leftOut } = await askPrivate(path, context, list);
    const notes = leftOutNote(leftOut);
    if (entries.length === 0) {
      const nothing = file_pattern
        ? `No file matches ${file_pattern}.`
        : "The folder is empty, or everything in it is ignored.";
      return { content: [nothing, ...notes].join("\n") };
    }
    const notice = isTruncated
      ? [`\n(Only the first ${limit} entries are listed. List a folder below to see more of it.)`]
      : [];
    return { content: [...entries.map(showName), ...notice, ...notes].join("\n") };
  },
});
