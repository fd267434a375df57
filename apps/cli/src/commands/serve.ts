import { existsSync } from "node:fs";
import { join } from "node:path";
import { knownSecrets } from "@roo-code/host";
import { RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { ownCommand } from "../evals/control-flags.ts";
import { choice, integer, text, texts } from "../flags.ts";
import { openHost, processContext } from "../process-context.ts";
import { openIpcDoor } from "../serve-ipc.ts";
import { visibleText } from "../terminal-text.ts";
import { tidyHistory } from "../tidy-history.ts";
import { version } from "../version.ts";

const commandLine = {
  usage: "roo serve [flags]",
  about: "Start the server: web app, API and socket. Prints one line when it is ready.",
  flags: {
    cwd: text("PATH", "the folder to serve (default: the current one)"),
    host: text("ADDRESS", "the address to listen on (default: 127.0.0.1); 0.0.0.0 lets other machines sign in"),
    port: integer("N", "the port (default: ROO_PORT, else 3446 or the next free one); 0: any free one", 0, 65_535),
    token: text(
      "TOKEN",
      "the API token instead of the stored one; better set in ROO_SERVER_TOKEN, where no process list shows it",
    ),
    "allow-host": texts("NAME", "a host name of the server, besides its addresses; may be given several times"),
    ipc: text("PATH", "also serve Roo Code's IPC protocol on this socket"),
    "ipc-only": text("PATH", "only serve IPC: no HTTP, no database"),
    log: choice(["text", "json", "off"], "log to standard error: text (problems), json (everything) or off"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
};

export async function serve(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { host: address = "127.0.0.1", log: format = "text", output } = parsed.flags;
  const folder = parsed.flags.cwd ?? ".";
  if (parsed.flags["ipc-only"] !== undefined) return serveIpcOnly(parsed.flags["ipc-only"], folder);
  const { createLog, startServer } = await import("@roo-code/server");
  const redact = await knownSecrets(processContext());
  const log = createLog({ format, redact, write: (line) => process.stderr.write(line) });
  const host = openHost();
  const server = await startServer({
    ...processContext(),
    host,
    address,
    ports: portsToTry(parsed.flags.port),
    version,
    folder,
    log,
    token: parsed.flags.token ?? (process.env.ROO_SERVER_TOKEN || undefined),
    allowedHosts: parsed.flags["allow-host"],
    webFolder: findWebFolder(),
    runner: [...ownCommand(), "evals", "runner"],
  });
  const { tasks } = server;
  const starts = { provider: {} };
  const door = await openIpcDoor({ host, path: parsed.flags.ipc, folder, starts, tasks }).catch(
    async (error: unknown) => {
      await server.close();
      throw error;
    },
  );
  const { url, token, port } = server;
  process.stdout.write(
    output === "json" ? `${JSON.stringify({ url, token, port, pid: process.pid })}\n` : `ready ${url}\n`,
  );
  const tidying = setInterval(() => void tidyNow(folder), hourMs).unref();
  await waitForSignal();
  clearInterval(tidying);
  await door?.close();
  await server.close();
  return 0;
}

async function serveIpcOnly(path: string, folder: string): Promise<number> {
  const host = openHost();
  const { Tasks } = await import("@roo-code/host/tasks");
  const log = (line: string) => void process.stderr.write(`roo: ipc: ${visibleText(line)}\n`);
  const tasks = new Tasks({
    ...processContext(),
    host,
    notify: (notices) => notices.forEach(({ message }) => log(message)),
    onMessageNotice: log,
    onBroken: (taskId, error) => log(`task ${taskId} failed: ${String(error)}`),
  });
  const door = await openIpcDoor({ host, tasks, path, folder, starts: { provider: {} } });
  process.stdout.write(`ready ${path}\n`);
  await waitForSignal();
  await door?.close();
  return 0;
}

/** The requested port only; else the first free one of our default range. */
function portsToTry(flag: number | undefined): readonly number[] {
  const variable = process.env.ROO_PORT;
  if (flag !== undefined) return [flag];
  if (!variable) return Array.from({ length: 10 }, (_, offset) => 3446 + offset);
  if (/^\d{1,5}$/.test(variable) && Number(variable) <= 65_535) return [Number(variable)];
  throw new RooError({ code: "wrong_usage", message: `ROO_PORT is not a valid port: ${JSON.stringify(variable)}` });
}

const hourMs = 3_600_000;

/** With the settings at that time. Does nothing if the folder was removed. */
async function tidyNow(folder: string): Promise<void> {
  const configuration = await openHost()
    .configure(folder)
    .catch(() => undefined);
  if (configuration) await tidyHistory(configuration.settings);
}

/** The web app is built beside the program's chunks. */
function findWebFolder(): string | undefined {
  const folder = join(import.meta.dirname, "../web");
  return existsSync(folder) ? folder : undefined;
}

/** The first signal asks to stop; a second one exits at once, as a crash would. */
function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => {
        if (isStopping) process.exit(signal === "SIGINT" ? 130 : 143);
        isStopping = true;
        resolve();
      });
    // When an eval runner is killed, its agent must end, too, and stop costing money.
    if (process.env.ROO_EVAL_MODE === "true") process.stdin.once("end", () => resolve()).resume();
  });
}
