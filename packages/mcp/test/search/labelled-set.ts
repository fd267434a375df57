import { readFileSync } from "node:fs";
import type { Findable } from "../../src/search/tool-search.ts";

/** Tools as servers describe them: a line is `server name | description | parameters`. */
export const tools: readonly Findable[] = linesOf("tools.txt").map((line) => {
  const [names = "", description = "", parameters = ""] = line.split(" | ");
  const [server = "", name = ""] = names.split(" ");
  const properties = Object.fromEntries(parameters.split(" ").map((parameter) => [parameter, { type: "string" }]));
  return { server, name, description, inputSchema: { type: "object", properties } };
});

/** What a user wants, and the tools that do it: a line is `words -> server/name, …`. */
export const queries = linesOf("queries.txt").map((line) => {
  const [query = "", wanted = ""] = line.split(" -> ");
  return { query, wanted: wanted.split(", ") };
});

/** Tools of the same kinds under other names, so that there are as many as a user with many servers has. */
export function crowd(size: number): Findable[] {
  return Array.from({ length: size }, (_, index) => {
    const like = tools[(index * 7) % tools.length];
    const number = Math.floor(index / tools.length) + 1;
    return {
      server: `internal-${index % 23}`,
      name: `${like?.name ?? ""}_legacy_${number}`,
      description: `Deprecated, of the old system number ${index}`,
      inputSchema: like?.inputSchema,
    };
  });
}

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), "utf8")
    .split("\n")
    .filter(Boolean);
}
