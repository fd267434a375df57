import { defineTool } from "@roo-code/types";
import * as z from "zod";
import description from "./list-files.md";
import { looseBoolean, looseInput } from "./loose-input.ts";
import { showName } from "./text/show-name.ts";

const input = looseInput(
  {
    path: z.string().optional().describe("Folder, relative to the workspace; default its root"),
    recursive: looseBoolean.optional(),
  },
  { names: { directory: "path", dir: "path", folder: "path", dir_path: "path", target_directory: "path" } },
);

const limit = 200;

export const listFiles = defineTool({
  name: "list_files",
  kind: "read",
  group: "read",
  description,
  input,
  async run({ path = ".", recursive = false }, { workspace, signal }) {
    const { entries, isTruncated } = await workspace.files.list(path, { recursive, limit, signal });
    if (entries.length === 0) return { content: "The folder is empty, or everything in it is ignored." };
    const notice = isTruncated
      ? [`\n(Only the first ${limit} entries are listed. List a folder below to see more of it.)`]
      : [];
    return { content: [...entries.map(showName), ...notice].join("\n") };
  },
});
