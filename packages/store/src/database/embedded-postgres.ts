import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { RooError } from "@roo-code/types";
import { makeFolder } from "../sync-folder.ts";
import {
  findPostgresPrograms,
  isRunning,
  postmasterOf,
  type UnprivilegedUser,
  unprivilegedUser,
} from "./postgres-process.ts";

const userName = "roo";
const startTimeoutMs = 60_000;

/** An embedded PostgreSQL server: one per folder, shared by all processes that use it. */
export interface EmbeddedPostgres {
  readonly url: string;
  readonly pid: number;
}

/** Finds or starts the server of a folder, creating its data if necessary. Throws `RooError` `no_database`. */
export async function ensurePostgres(
  folder: string,
  { hasNamespaces }: { readonly hasNamespaces?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const data = join(folder, "data");
  await makeFolder(folder);
  const chooseUser = () => {
    const { postgres: program } = findPostgresPrograms();
    const user = unprivilegedUser({ program, folder: dirname(folder), hasNamespaces });
    user.own(folder);
    return user;
  };
  if (!existsSync(data)) initialize(folder, data, chooseUser());
  const until = Date.now() + startTimeoutMs;
  for (;;) {
    const running = postmasterOf(data);
    if (running) return { pid: running.pid, url: urlOf(folder, running.port) };
    // A server that is shutting down still has its port, and its clients do not know another one.
    if (isRunning(data)) await setTimeout(50);
    else await start(folder, data, chooseUser());
    if (Date.now() > until) throw serverFailure(folder, "did not start within a minute");
  }
}

/** If another process was faster, its data is used and ours is dropped. */
function initialize(folder: string, data: string, user: UnprivilegedUser): void {
  const { initdb } = findPostgresPrograms();
  const staging = mkdtempSync(join(folder, "new-"));
  try {
    const secret = join(staging, "password");
    writeFileSync(secret, randomBytes(24).toString("base64url"), { mode: 0o600 });
    for (const path of [staging, secret]) user.own(path);
    const options = ["-U", userName, "-A", "scram-sha-256", "--pwfile", secret, "-E", "UTF8", "--locale=C.UTF-8"];
    const { program, args, ...ids } = user.call(initdb, ["-D", join(staging, "data"), ...options, "--no-instructions"]);
    const done = spawnSync(program, args, { cwd: staging, encoding: "utf8", ...ids });
    if (done.status !== 0)
      throw serverFailure(folder, `could not be set up: ${done.error?.message ?? done.stderr.trim()}`);
    // Inside the data folder, so that both are moved atomically.
    renameSync(secret, join(staging, "data", passwordFile));
    try {
      renameSync(join(staging, "data"), data);
    } catch (error) {
      if (!existsSync(data)) throw error;
    }
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

const passwordFile = "roo-password";

async function start(folder: string, data: string, user: UnprivilegedUser): Promise<void> {
  const { postgres } = findPostgresPrograms();
  const port = await choosePort(folder);
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=100",
    "shared_buffers=32MB",
    "log_min_messages=warning",
    "timezone=UTC",
  ];
  const options = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const { program, args, ...ids } = user.call(postgres, options);
  const log = openSync(join(folder, "log"), "w", 0o600);
  // Detached from the terminal: on Ctrl-C we still need it. It logs to a file, because it may outlive us.
  const child = spawn(program, args, { cwd: folder, stdio: ["ignore", log, log], detached: true, ...ids });
  closeSync(log);
  child.unref();
  await waitUntilReady(child, data, folder);
}

/** Waits until it is ready, or has exited because another process was faster; anything else is an error. */
async function waitUntilReady(child: ChildProcess, data: string, folder: string): Promise<void> {
  let end: string | undefined;
  child.once("error", (error) => {
    end = error.message;
  });
  child.once("exit", (code, signal) => {
    end = `exited with ${code ?? signal}`;
  });
  for (const startedAt = Date.now(); Date.now() - startedAt < startTimeoutMs; ) {
    if (postmasterOf(data)) return;
    if (end !== undefined) {
      const log = existsSync(join(folder, "log")) ? readFileSync(join(folder, "log"), "utf8").trim() : "";
      if (/lock file "postmaster.pid" already exists/.test(log) || isRunning(data)) return setTimeout(100);
      throw serverFailure(folder, `${end}: ${log.slice(-500)}`);
    }
    await setTimeout(20);
  }
}

/** The same port as last time, so that clients find it again after a restart. */
async function choosePort(folder: string): Promise<number> {
  const file = join(folder, "port");
  const last = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const port = (last > 0 && (await freePort(last))) || (await freePort(0));
  writeFileSync(file, String(port), { mode: 0o600 });
  return port;
}

/** `port`, or any free one for 0; resolves to 0 if it is taken. */
function freePort(port: number): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(0));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function urlOf(folder: string, port: number): string {
  const password = readFileSync(join(folder, "data", passwordFile), "utf8");
  return `postgres://${userName}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

function serverFailure(folder: string, problem: string): RooError {
  return new RooError({
    code: "no_database",
    message: `The PostgreSQL server in ${folder} ${problem}.`,
    next: `See ${join(folder, "log")}, or set DATABASE_URL to your own server.`,
  });
}
