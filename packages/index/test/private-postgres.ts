import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";

export interface PrivatePostgres extends AsyncDisposable {
  /** For its superuser, with the password. */
  url(database: string): string;
  readonly password: string;
  readonly port: number;
}

/** The folder with the programs of a PostgreSQL that has pgvector, if installed. */
export function findPostgres(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [...versions.map((version) => join(debian, version, "bin")), ...(process.env.PATH ?? "").split(":")];
  return folders.find(
    (folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")) && hasVector(folder),
  );
}

function hasVector(programs: string): boolean {
  try {
    const shared = execFileSync(join(programs, "pg_config"), ["--sharedir"], { encoding: "utf8" }).trim();
    return existsSync(join(shared, "extension", "vector.control"));
  } catch {
    return false;
  }
}

/** A separate server on a free port, removed with its data when disposed. */
export async function startPostgres(programs: string): Promise<PrivatePostgres> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "roo-postgres-")));
  const password = "p@ss:wörd/%";
  const user = ordinaryUser();
  const data = join(folder, "data");
  writeFileSync(join(folder, "password"), password);
  if (user) for (const path of [folder, join(folder, "password")]) chownSync(path, user.uid, user.gid);
  const options = { cwd: folder, ...user };
  const access = ["-U", "me", "-A", "scram-sha-256", "--pwfile", join(folder, "password"), "--no-sync"];
  execFileSync(join(programs, "initdb"), ["-D", data, "-E", "UTF8", "--locale=C", ...access], {
    ...options,
    stdio: "pipe",
  });
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const server = spawn(
    join(programs, "postgres"),
    ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    { ...options, stdio: ["ignore", "ignore", "pipe"] },
  );
  await untilReady(server);
  return {
    password,
    port,
    url: (database) => `postgres://me:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    async [Symbol.asyncDispose]() {
      const ended = once(server, "exit");
      // Fast shutdown: it does not wait for clients.
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  server.close();
  await once(server, "close");
  return port;
}

async function untilReady(server: ChildProcess): Promise<void> {
  let output = "";
  const ready = Promise.withResolvers<void>();
  server.stderr?.on("data", (chunk) => {
    output += String(chunk);
    if (output.includes("ready to accept connections")) ready.resolve();
  });
  server.once("error", ready.reject);
  server.once("exit", () => ready.reject(new Error(`PostgreSQL did not start: ${output}`)));
  await ready.promise;
}
