import { checkedName, type NamedServer, snippetServers } from "@roo-code/host/mcp";
import { RooError } from "@roo-code/types";

export interface NewServerOptions {
  readonly positionals: readonly string[];
  readonly env: readonly string[];
  readonly headers: readonly string[];
  readonly transport?: "http" | "sse" | undefined;
  readonly cwd?: string | undefined;
  readonly timeout?: number | undefined;
}

/** The servers of a command line: JSON, a URL, or a program. Throws `RooError` `wrong_usage`. */
export async function newServers(given: NewServerOptions): Promise<readonly NamedServer[]> {
  const [first = "", ...rest] = given.positionals;
  const snippet = [first, rest[0] ?? ""].find((word) => /^\s*["{]/.test(word));
  const servers =
    snippet === undefined
      ? [oneServer(checkedName(first), rest)]
      : await snippetServers(snippet, snippet === first ? undefined : first);
  return servers.map(({ name, entry }) => ({ name, entry: { ...entry, ...flagsOf(entry, given) } }));
}

function oneServer(name: string, [target, ...args]: readonly string[]): NamedServer {
  if (target === undefined) throw wrongUsage("Missing argument: COMMAND or URL");
  if (!/^https?:\/\//i.test(target)) {
    return { name, entry: { command: target, ...(args.length > 0 && { args }) } };
  }
  if (args.length > 0) throw wrongUsage("A URL takes no further arguments.");
  return { name, entry: { type: /\/sse\/?$/.test(target) ? "sse" : "streamable-http", url: target } };
}

function flagsOf(entry: NamedServer["entry"], { env, headers, transport, cwd, timeout }: NewServerOptions) {
  const isRemote = "url" in entry;
  if (isRemote && (env.length > 0 || cwd !== undefined))
    throw wrongUsage("--env and --start-in only apply to programs.");
  if (!isRemote && (headers.length > 0 || transport !== undefined))
    throw wrongUsage("--header and --transport only apply to URLs.");
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

function pairs(values: readonly string[], sign: string, form: string): Record<string, string> {
  return Object.fromEntries(
    values.map((value) => {
      const at = value.indexOf(sign);
      if (at < 1) throw wrongUsage(`"${value.slice(0, 20)}" does not have the form ${form}.`);
      return [value.slice(0, at).trim(), value.slice(at + 1).trim()];
    }),
  );
}

function wrongUsage(message: string): RooError {
  return new RooError({ code: "wrong_usage", message, next: "roo mcp add --help" });
}
