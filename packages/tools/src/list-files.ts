import { defineTool } from "@roo-code/types";
import * as z from "zod";
import { approvePrivatePath, skippedNote } from "./approve-private-path.ts";
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
    const filePattern = file_pattern || undefined;
    const options = { recursive: recursive || filePattern !== undefined, filePattern, limit, signal };
    const list = () => workspace.files.list(path, options);
    const { entries, isTruncated, leftOut } = await approvePrivatePath(path, context, list);
    const notes = skippedNote(leftOut);
    if (entries.length === 0) {
      const message = file_pattern
        ? `No file matches ${file_pattern}.`
        : "The folder is empty, or everything in it is ignored.";
      return { content: [message, ...notes].join("\n") };
    }
    const notice = isTruncated
      ? [`\n(Only the first ${limit} entries are listed. List a subfolder to see more of it.)`]
      : [];
    return { content: [...entries.map(showName), ...notice, ...notes].join("\n") };
  },
});
