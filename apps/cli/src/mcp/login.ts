import { spawn } from "node:child_process";
import { findServer, logInto, logOutOf } from "@roo-code/host/mcp";
import { parseCommandLine } from "../command-line.ts";
import { toggle } from "../flags.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";
import { version } from "../version.ts";
import { cwd, mcpPlaces } from "./mcp-flags.ts";

const patienceMs = 300_000;

export async function login(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp login NAME",
      about: "Logs you into a server with your browser. What it leaves behind is kept with your keys.",
      flags: { "no-open": toggle("only print the address, do not open a browser"), cwd },
      positionals: { min: 1, max: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const places = await mcpPlaces(parsed.flags.cwd);
  const server = await findServer(parsed.positionals[0] ?? "", places);
  const opens = parsed.flags["no-open"] !== true && process.stderr.isTTY;
  const outcome = await logInto(
    server,
    { ...places, version },
    {
      signal: AbortSignal.timeout(patienceMs),
      onAddress: (url) => {
        process.stderr.write(`Open this address in a browser of this machine:\n${visibleText(url.href)}\n`);
        if (opens) openBrowser(url);
      },
    },
  );
  const { name } = server;
  return print(
    visibleText(outcome === "done" ? `logged in to ${name}` : `${name} takes you as you are: no login is needed`),
  );
}

export async function logout(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp logout NAME",
      about: "Forgets the login to a server.",
      flags: { cwd },
      positionals: { min: 1, max: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const places = await mcpPlaces(parsed.flags.cwd);
  const server = await findServer(parsed.positionals[0] ?? "", places);
  const wasThere = await logOutOf(server, { ...places, version });
  return print(
    visibleText(wasThere ? `the login to ${server.name} is forgotten` : `there was no login to ${server.name}`),
  );
}

/** Where there is none to open, the address is on the screen. */
function openBrowser(url: URL): void {
  const program = process.platform === "darwin" ? "open" : "xdg-open";
  spawn(program, [url.href], { detached: true, stdio: "ignore" })
    .on("error", () => {})
    .unref();
}
