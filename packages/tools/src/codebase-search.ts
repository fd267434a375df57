import type { CodeSearchHit, CodeSearchOutcome } from "@roo-code/types";
import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import description from "./codebase-search.md";
import { looseInput } from "./loose-input.ts";
import { showName } from "./text/show-name.ts";

const input = looseInput(
  {
    query: z.string(),
    path: z.string().nullish().describe("Folder to search below, relative to the workspace"),
  },
  { names: { question: "query", search: "query", directory: "path", directory_prefix: "path", folder: "path" } },
);

const limit = 30;
const maxCharacters = 40_000;

export const codebaseSearch = defineTool({
  name: "codebase_search",
  kind: "read",
  group: "read",
  description,
  input,
  async run({ query, path }, context) {
    const { ports, signal } = context;
    if (query.trim() === "")
      throw new ToolFailure("empty_query", "The query is empty. Describe what you are looking for.");
    if (!ports.codeIndex) throw new ToolFailure("no_index", "This folder has no code index. Use search_files.");
    const outcome = await ports.codeIndex.search({
      query,
      path: path || undefined,
      limit,
      signal,
      report: (text) => context.report(text),
    });
    return { content: showOutcome(query, outcome) };
  },
});

function showOutcome(query: string, { hits, filesLeft }: CodeSearchOutcome): string {
  const notice =
    filesLeft > 0
      ? `\n(${filesLeft} file${filesLeft === 1 ? " is" : "s are"} not indexed yet; results may be missing.)`
      : "";
  if (hits.length === 0) return `Query: ${query}\nNo results. Try other words, or use search_files.${notice}`;
  let shown = `Query: ${query}\nResults:${notice}`;
  for (const [index, hit] of hits.entries()) {
    const part = `\n\n${showHit(hit)}`;
    if (shown.length + part.length > maxCharacters) {
      return `${shown}\n\n(Truncated: ${hits.length - index} more results. Narrow the search with path.)`;
    }
    shown += part;
  }
  return shown;
}

function showHit({ path, score, startLine, endLine, text }: CodeSearchHit): string {
  return `File path: ${showName(path)}\nScore: ${score.toFixed(2)}\nLines: ${startLine}-${endLine}\nCode Chunk: ${text}`;
}
