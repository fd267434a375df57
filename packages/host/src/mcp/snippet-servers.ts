import { parseSnippet } from "@roo-code/store/mcp";
import { RooError } from "@roo-code/types";

export interface NamedServer {
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** The servers in what a README shows; `name` is for one that has none, or another. Throws `RooError` `bad_snippet`. */
export async function snippetServers(text: string, name: string | undefined): Promise<NamedServer[]> {
  const parsed = await parseSnippet(text);
  if ("problem" in parsed) throw badSnippet(`The snippet cannot be used: ${parsed.problem}`);
  const { servers } = parsed;
  if (name !== undefined && servers.length > 1)
    throw badSnippet(`There are ${servers.length} servers in it; leave the name out.`);
  return servers.map((server) => ({ name: checkedName(name ?? server.name), entry: server.entry }));
}

/** A name that a command line can say, too. Throws `RooError` `bad_snippet`. */
export function checkedName(name: string | undefined): string {
  if (name === undefined) throw badSnippet("The server has no name; give it one.");
  const trimmed = name.trim();
  if (trimmed !== "" && trimmed.length <= 100 && !trimmed.startsWith("-")) return trimmed;
  throw badSnippet(`"${name.slice(0, 40)}" is no name for a server.`);
}

function badSnippet(message: string): RooError {
  return new RooError({ code: "bad_snippet", message });
}
