import type { SearchLine, SearchOutcome } from "@roo-code/types";
import { defineTool } from "@roo-code/types";
import * as z from "zod";
import { approvePrivatePath, skippedNote } from "./approve-private-path.ts";
import { looseInput } from "./loose-input.ts";
import description from "./search-files.md";
import { showName } from "./text/show-name.ts";

const input = looseInput(
  {
    path: z.string().optional().describe("Folder or file, relative to the workspace; default: its root"),
    regex: z.string(),
    file_pattern: z.string().optional().describe("Glob such as *.ts or src/**/*.test.ts"),
  },
  {
    names: {
      pattern: "regex",
      query: "regex",
      directory: "path",
      glob: "file_pattern",
      include: "file_pattern",
      filePattern: "file_pattern",
    },
  },
);

const limit = 300;
const contextLines = 1;
const maxCharacters = 60_000;

export const searchFiles = defineTool({
  name: "search_files",
  kind: "read",
  group: "read",
  description,
  input,
  async run({ path = ".", regex, file_pattern }, context) {
    const { workspace, signal } = context;
    const filePattern = file_pattern === "*" ? undefined : file_pattern;
    const search = () => workspace.files.search({ path, regex, filePattern, contextLines, limit, signal });
    const outcome = await approvePrivatePath(path, context, search);
    return { content: [showOutcome(outcome), ...skippedNote(outcome.leftOut)].join("\n\n") };
  },
});

function showOutcome(outcome: SearchOutcome): string {
  const { files } = outcome;
  let shown = headingOf(outcome);
  for (const [index, { path, lines }] of files.entries()) {
    const file = `\n\n# ${showName(path)}\n${showLines(lines)}`;
    if (shown.length + file.length > maxCharacters) {
      return `${shown}\n\n(Truncated: ${files.length - index} more files contain results. Narrow the search.)`;
    }
    shown += file;
  }
  return shown;
}

function headingOf({ matches, isTruncated, isStopped }: SearchOutcome): string {
  if (isTruncated)
    return `Found more than ${limit} results; the first ${matches} are shown. Narrow the search to see others.`;
  const found = `Found ${matches} result${matches === 1 ? "" : "s"}`;
  if (isStopped !== true) return `${found}.`;
  return `${found} before the search timed out. Search a smaller folder, or use a simpler expression.`;
}

/** Consecutive lines form a group. */
function showLines(lines: readonly SearchLine[]): string {
  return lines
    .map(({ line, text }, index) => {
      const isLastOfGroup = lines[index + 1]?.line !== line + 1;
      return `${String(line).padStart(3)} | ${text}${isLastOfGroup ? "\n----" : ""}`;
    })
    .join("\n");
}
