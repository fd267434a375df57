import { startServer } from "@roo-code/server";
import { parseCommandLine } from "../command-line.ts";
import { choice, isSet, text, wholeNumber } from "../flags.ts";
import { openHost } from "../open-host.ts";
import { openIpcDoor } from "../serve-ipc.ts";
import { tidyHistory } from "../tidy-history.ts";
import { version } from "../version.ts";

const commandLine = {
  usage: "roo serve [flags]",
  about: "The server and its page. Prints one line when it is ready.",
  flags: {
    cwd: text("PATH", "the folder to serve (default: the current one)"),
    host: text("ADDRESS", "the address to listen on (default: 127.0.0.1)"),
    port: wholeNumber("N", "the port (default: 3446); 0 takes any free one", 0, 65_535),
    ipc: text("PATH", "also serve programs that know Roo Code's protocol, on this socket"),
    "no-open": isSet("do not open a browser; it never does without a terminal"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
  words: { least: 0, most: 0 },
};

export async function serve(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { host: address = "127.0.0.1", port: wanted = 3446, output } = parsed.flags;
  const host = openHost();
  const folder = parsed.flags.cwd ?? ".";
  const server = await startServer({ host, address, port: wanted, version, folder });
  const door = await openIpcDoor({ host, given: parsed.flags.ipc, folder, starts: { provider: {} } }).catch(
    async (error: unknown) => {
      await server.close();
      throw error;
    },
  );
  const { url, token, port } = server;
  process.stdout.write(
    output === "json" ? `${JSON.stringify({ url, token, port, pid: process.pid })}\n` : `ready ${url}\n`,
  );
  // Held as long as we run: servers that one task has started are there for the next.
  const servers = await host.mcp((await host.configure(folder)).workspace);
  servers?.follow();
  const tidying = setInterval(() => void tidyNow(parsed.flags.cwd ?? "."), hourMs).unref();
  await interrupted();
  clearInterval(tidying);
  await servers?.release();
  await door?.close();
  await server.close();
  return 0;
}

const hourMs = 3_600_000;

/** The settings as they are by then. A folder that has gone meanwhile has none. */
async function tidyNow(folder: string): Promise<void> {
  const configuration = await openHost()
    .configure(folder)
    .catch(() => undefined);
  if (configuration) await tidyHistory(configuration.settings);
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
    // What tries an agent may be killed, and the agent with it: it must not go on spending.
    if (process.env.ROO_EVAL_MODE === "true") process.stdin.once("end", () => resolve()).resume();
  });
}
