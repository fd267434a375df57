import type { OpenedModesServer } from "@roo-code/host/mcp-serve";
import { RooError } from "@roo-code/types";
import { type Parsed, parseCommandLine } from "../command-line.ts";
import { choice, integer, positiveNumber, text, texts, toggle } from "../flags.ts";
import { waitForInterrupt } from "../interrupts.ts";
import { openHost, processContext } from "../process-context.ts";
import { providerOf, settingsOf, taskFlags } from "../run-flags.ts";
import { visibleText } from "../terminal-text.ts";
import { version } from "../version.ts";

const commandLine = {
  usage: "roo mcp serve [--http] [flags]",
  about: `Run roo as an MCP server for the modes and tasks of a folder, over standard input and output or over HTTP. Client
configuration:

  {"mcpServers": {"roo": {"command": "roo", "args": ["mcp", "serve", "--cwd", "/path/to/project"]}}}`,
  flags: {
    http: toggle("serve HTTP instead of standard input and output"),
    host: text("ADDRESS", "the address to listen on (default: 127.0.0.1)"),
    port: integer("N", "the port (default: 3447); 0 takes any free one", 0, 65_535),
    "allow-host": texts("NAME", "another host name that clients may use; may be given several times"),
    "session-timeout": positiveNumber("SECONDS", "end a session after this time without a request (default: 1800)"),
    output: choice(["text", "json"], "text or json (default: text)"),
    ...taskFlags,
    quiet: toggle("nothing on standard error"),
  },
};

type Flags = Parsed<typeof commandLine.flags>["flags"];

/** Runs until the client disconnects or a signal arrives. */
export async function serve(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags } = parsed;
  refuseHttpFlags(flags);
  const { openModesServer } = await import("@roo-code/host/mcp-serve");
  const log = (line: string): void => {
    // Standard output belongs to the protocol.
    if (!flags.quiet) process.stderr.write(`roo: ${visibleText(line)}\n`);
  };
  const opened = await openModesServer({
    host: openHost(),
    home: processContext().home,
    version,
    folder: flags.cwd ?? process.cwd(),
    provider: providerOf(flags),
    settings: settingsOf(flags),
    log,
  });
  try {
    const onError = (error: Error): void => log(error.message);
    if (!flags.http) {
      log(`serving ${opened.workspace} over standard input and output`);
      if (process.stdin.isTTY)
        log("this is for MCP clients, not for terminals: see roo mcp serve --help (Ctrl-C stops it)");
      await Promise.race([opened.server.serveStdio(onError), waitForInterrupt()]);
      return 0;
    }
    await listen(opened.server, flags, onError);
    await waitForInterrupt();
    return 0;
  } finally {
    await opened.close();
  }
}

/** Prints one line when it is ready, and the header for clients. */
async function listen(
  server: OpenedModesServer["server"],
  flags: Flags,
  onError: (error: Error) => void,
): Promise<void> {
  const { serveToken } = await import("@roo-code/host/mcp-serve");
  const { host: address = "127.0.0.1", port = 3447, output = "text" } = flags;
  const { home, environment } = processContext();
  const token = serveToken(home, environment);
  const url = await server.listen({
    address,
    port,
    token,
    hostNames: [...hostNamesOf(address), ...flags["allow-host"]],
    idleMs: (flags["session-timeout"] ?? 1800) * 1000,
    maxSessions: 100,
    onError,
  });
  const header = `Authorization: Bearer ${token}`;
  process.stdout.write(
    output === "json" ? `${JSON.stringify({ url, token, pid: process.pid })}\n` : `ready ${url}\n${header}\n`,
  );
}

/** The host names that clients use for an address. For a wildcard address they must be given. */
function hostNamesOf(address: string): readonly string[] {
  if (["127.0.0.1", "::1", "localhost"].includes(address)) return ["localhost", "127.0.0.1", "[::1]"];
  if (address === "0.0.0.0" || address === "::") return [];
  return [address.includes(":") ? `[${address}]` : address];
}

function refuseHttpFlags(flags: Flags): void {
  const { http, host, port, output } = flags;
  const httpFlags = { host, port, output, "session-timeout": flags["session-timeout"] };
  const [name] = Object.entries(httpFlags).find(([, value]) => value !== undefined) ?? [];
  const wrong = name ?? (flags["allow-host"].length > 0 ? "allow-host" : undefined);
  if (!http && wrong !== undefined)
    throw new RooError({ code: "wrong_usage", message: `--${wrong} needs --http.`, next: commandLine.usage });
  const isEverywhere = host === "0.0.0.0" || host === "::";
  if (isEverywhere && flags["allow-host"].length === 0)
    throw new RooError({
      code: "wrong_usage",
      message: `Refusing to listen on ${host} without --allow-host.`,
      next: "Name the hosts that clients use: --allow-host NAME",
    });
}
