import { spawn } from "node:child_process";
import { findServer, logInto, logOutOf } from "@roo-code/host/mcp";
import { parseCommandLine } from "../command-line.ts";
import { toggle } from "../flags.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";
import { version } from "../version.ts";
import { cwd, mcpContext } from "./mcp-flags.ts";

const loginTimeoutMs = 300_000;

export async function login(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp login NAME",
      about: "Log in to a server with your browser. The login is stored with your keys.",
      flags: { "no-open": toggle("only print the URL, do not open a browser"), cwd },
      positionals: { min: 1, max: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const context = await mcpContext(parsed.flags.cwd);
  const server = await findServer(parsed.positionals[0] ?? "", context);
  const opens = parsed.flags["no-open"] !== true && process.stderr.isTTY;
  const outcome = await logInto(
    server,
    { ...context, version },
    {
      signal: AbortSignal.timeout(loginTimeoutMs),
      onAddress: (url) => {
        process.stderr.write(`Open this URL in a browser on this machine:\n${visibleText(url.href)}\n`);
        if (opens) openBrowser(url);
      },
    },
  );
  const { name } = server;
  return print(visibleText(outcome === "done" ? `logged in to ${name}` : `${name} needs no login`));
}

export async function logout(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp logout NAME",
      about: "Log out of a server.",
      flags: { cwd },
      positionals: { min: 1, max: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const context = await mcpContext(parsed.flags.cwd);
  const server = await findServer(parsed.positionals[0] ?? "", context);
  const wasLoggedIn = await logOutOf(server, { ...context, version });
  return print(visibleText(wasLoggedIn ? `logged out of ${server.name}` : `not logged in to ${server.name}`));
}

/** Failures are ignored: the URL is printed anyway. */
function openBrowser(url: URL): void {
  const program = process.platform === "darwin" ? "open" : "xdg-open";
  spawn(program, [url.href], { detached: true, stdio: "ignore" })
    .on("error", () => {})
    .unref();
}
