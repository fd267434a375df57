import { checkedName, type NamedServer, snippetServers } from "@roo-code/host/mcp";
import { RooError } from "@roo-code/types";

export interface NewServerWords {
  readonly words: readonly string[];
  readonly env: readonly string[];
  readonly headers: readonly string[];
  readonly transport?: "http" | "sse" | undefined;
  readonly cwd?: string | undefined;
  readonly timeout?: number | undefined;
}

/** The servers that a command line describes: a snippet, an address, or a program. Throws `RooError` `wrong_usage`. */
export async function newServers(given: NewServerWords): Promise<readonly NamedServer[]> {
  const [first = "", ...rest] = given.words;
  const snippet = [first, rest[0] ?? ""].find((word) => /^\s*["{]/.test(word));
  const servers =
    snippet === undefined
      ? [oneServer(checkedName(first), rest)]
      : await snippetServers(snippet, snippet === first ? undefined : first);
  return servers.map(({ name, entry }) => ({ name, entry: { ...entry, ...flagsOf(entry, given) } }));
}

function oneServer(name: string, [target, ...args]: readonly string[]): NamedServer {
  if (target === undefined) throw wrong("A name alone is not enough: what is to be started, or where is it?");
  if (!/^https?:\/\//i.test(target)) {
    return { name, entry: { command: target, ...(args.length > 0 && { args }) } };
  }
  if (args.length > 0) throw wrong("An address takes no arguments.");
  return { name, entry: { type: /\/sse\/?$/.test(target) ? "sse" : "streamable-http", url: target } };
}

function flagsOf(entry: NamedServer["entry"], { env, headers, transport, cwd, timeout }: NewServerWords) {
  const isRemote = "url" in entry;
  if (isRemote && (env.length > 0 || cwd !== undefined))
    throw wrong("--env and --cwd are for programs of this machine.");
  if (!isRemote && (headers.length > 0 || transport !== undefined))
    throw wrong("--header and --transport are for addresses.");
  return {
    ...(env.length > 0 && { env: { ...Object(entry.env), ...pairs(env, "=", "--env KEY=VALUE") } }),
    ...(headers.length > 0 && {
      headers: { ...Object(entry.headers), ...pairs(headers, ":", '--header "KEY: VALUE"') },
    }),
    ...(transport !== undefined && { type: transport === "http" ? "streamable-http" : "sse" }),
    ...(cwd !== undefined && { cwd }),
    ...(timeout !== undefined && { timeout }),
  };
}

function pairs(words: readonly string[], sign: string, form: string): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf(sign);
      if (at < 1) throw wrong(`"${word.slice(0, 20)}" is not of the form ${form}.`);
      return [word.slice(0, at).trim(), word.slice(at + 1).trim()];
    }),
  );
}

function wrong(message: string): RooError {
  return new RooError({ code: "wrong_usage", message, next: "roo mcp add --help" });
}
