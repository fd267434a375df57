import { text as readStream } from "node:stream/consumers";
import { changeServers, checkedName, type NamedServer, snippetServers } from "@roo-code/host/mcp";
import { RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { choice, integer, text, texts, toggle } from "../flags.ts";
import { openHost } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";
import { cwd, type McpContext, mcpContext, project } from "./mcp-flags.ts";

const checkTimeoutMs = 60_000;
const transportFlag = choice(["http", "sse"], "the transport of a URL (default: http)");

export async function addServer(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: `roo mcp add NAME -- COMMAND ARGS… | NAME URL | [NAME] 'JSON' | -`,
      about: `Add a server, and check that it works.

  roo mcp add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes
  roo mcp add docs https://example.org/mcp --header 'Authorization: Bearer \${env:DOCS_TOKEN}'
  roo mcp add '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "…"]}}}'`,
      flags: {
        env: texts("KEY=VALUE", "an environment variable for the program; ${env:NAME} is expanded when it starts"),
        header: texts("KEY: VALUE", "an HTTP header; ${env:NAME} is expanded"),
        transport: transportFlag,
        "start-in": text("DIR", "the working folder of the program (default: the workspace)"),
        timeout: integer("SECONDS", "how long a call may take (default: 60)", 1, 3600),
        project,
        replace: toggle("replace a server with the same name"),
        "no-check": toggle("do not check that it works"),
        cwd,
      },
      positionals: { min: 1, max: 500 },
    },
    args,
  );
  if (!parsed) return 0;
  const { flags } = parsed;
  const isPiped = parsed.positionals.at(-1) === "-";
  const positionals = isPiped
    ? [...parsed.positionals.slice(0, -1), await readStream(process.stdin)]
    : parsed.positionals;
  const servers = await newServers({
    positionals,
    env: flags.env,
    headers: flags.header,
    transport: flags.transport,
    startIn: flags["start-in"],
    timeout: flags.timeout,
  });
  const context = await mcpContext(flags.cwd);
  const source = flags.project ? "project" : "global";
  const file = await changeServers({ ...context, source }, (present) => {
    const taken = servers.find(({ name }) => Object.hasOwn(present, name));
    if (taken && !flags.replace) throw serverExists(taken.name);
    return servers.map(({ name, entry }) => ({ name, value: entry }));
  });
  print(visibleText(`wrote ${servers.map(({ name }) => name).join(", ")} to ${file}`));
  if (!flags["no-check"]) await checkServers(servers, context);
  return 0;
}

/** A server that does not work yet is kept: usually a variable or a login is missing. */
async function checkServers(servers: readonly NamedServer[], { workspace }: McpContext): Promise<void> {
  const held = await openHost().mcp(workspace);
  const signal = AbortSignal.timeout(checkTimeoutMs);
  await Promise.all(
    servers.map(async ({ name }) => {
      const server = held?.hub.servers.find((candidate) => candidate.name === name);
      if (!server)
        return print(
          visibleText(`${name} is not used yet: it is disabled, or the project is not trusted (roo config trust)`),
        );
      try {
        const { catalog } = await server.instance(undefined).ensure(() => {}, signal);
        const names = catalog.tools.slice(0, 8).map((tool) => tool.name);
        const more = catalog.tools.length > names.length ? ", …" : "";
        return print(
          visibleText(
            `${name} works: ${catalog.tools.length} tools${names.length > 0 ? ` (${names.join(", ")}${more})` : ""}`,
          ),
        );
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        process.stderr.write(`! ${visibleText(`${name} does not work yet: ${message}`)}\n`);
        return 0;
      }
    }),
  );
  await held?.release();
}

function serverExists(name: string): RooError {
  return new RooError({
    code: "server_exists",
    message: `The server "${name}" already exists; nothing was changed.`,
    next: "Choose another name, or replace it with --replace.",
  });
}

interface NewServerOptions {
  readonly positionals: readonly string[];
  readonly env: readonly string[];
  readonly headers: readonly string[];
  readonly transport?: "http" | "sse" | undefined;
  readonly startIn?: string | undefined;
  readonly timeout?: number | undefined;
}

/** The servers of a command line: JSON, a URL, or a program. Throws `RooError` `wrong_usage`. */
async function newServers(options: NewServerOptions): Promise<readonly NamedServer[]> {
  const [first = "", ...rest] = options.positionals;
  const snippet = [first, rest[0] ?? ""].find((argument) => /^\s*["{]/.test(argument));
  const servers =
    snippet === undefined
      ? [oneServer(checkedName(first), rest)]
      : await snippetServers(snippet, snippet === first ? undefined : first);
  return servers.map(({ name, entry }) => ({ name, entry: { ...entry, ...flagsOf(entry, options) } }));
}

function oneServer(name: string, [target, ...args]: readonly string[]): NamedServer {
  if (target === undefined) throw wrongUsage("Missing argument: COMMAND or URL");
  if (!/^https?:\/\//i.test(target)) {
    return { name, entry: { command: target, ...(args.length > 0 && { args }) } };
  }
  if (args.length > 0) throw wrongUsage("A URL takes no further arguments.");
  return { name, entry: { type: /\/sse\/?$/.test(target) ? "sse" : "streamable-http", url: target } };
}

function flagsOf(entry: NamedServer["entry"], options: NewServerOptions) {
  const { env, headers, transport, startIn, timeout } = options;
  const isRemote = "url" in entry;
  if (isRemote && (env.length > 0 || startIn !== undefined))
    throw wrongUsage("--env and --start-in only apply to programs.");
  if (!isRemote && (headers.length > 0 || transport !== undefined))
    throw wrongUsage("--header and --transport only apply to URLs.");
  return {
    ...(env.length > 0 && { env: { ...Object(entry.env), ...pairs(env, "=", "--env KEY=VALUE") } }),
    ...(headers.length > 0 && {
      headers: { ...Object(entry.headers), ...pairs(headers, ":", '--header "KEY: VALUE"') },
    }),
    ...(transport !== undefined && { type: transport === "http" ? "streamable-http" : "sse" }),
    ...(startIn !== undefined && { cwd: startIn }),
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
