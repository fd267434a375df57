import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Client, createClient, LiveConnection, type LiveOptions } from "@roo-code/client";
import { createHost } from "@roo-code/host";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { createLog } from "../src/index.ts";
import { type RunningServer, type ServerOptions, startServer } from "../src/start-server.ts";
import { type ObedientModel, obedientModel } from "./obedient-model.ts";

export interface Served extends AsyncDisposable {
  readonly server: RunningServer;
  readonly client: Client;
  readonly base: string;
  readonly token: string;
  readonly home: string;
  /** The folder it is started in. */
  readonly folder: string;
  readonly workspaceId: string;
  readonly log: () => string;
  write(path: string, content: string): void;
  live(options?: Pick<LiveOptions, "onState">): LiveConnection;
  /** `fetch` with the token, below the server's address. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Ends the server and starts it again on the same home. */
  restart(): Promise<void>;
}

export interface ServedParts extends AsyncDisposable {
  readonly databases: TempDatabases;
  readonly model: ObedientModel;
}

/** Shared by the tests of a file: one PostgreSQL, one model. */
export async function servedParts(): Promise<ServedParts> {
  const [databases, model] = await Promise.all([tempDatabases(), obedientModel()]);
  return {
    databases,
    model,
    async [Symbol.asyncDispose]() {
      await model[Symbol.asyncDispose]();
      await databases[Symbol.asyncDispose]();
    },
  };
}

export type ServeOptions = Partial<ServerOptions> & {
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: object;
  readonly environment?: NodeJS.ProcessEnv;
  /** Its database is unreachable, so no workspace id can be read at the start. */
  readonly isDatabaseDown?: boolean;
};

/** A server with its own home, folder and database. */
export async function serve(parts: ServedParts, options: ServeOptions = {}): Promise<Served> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "roo-served-")));
  const [home, folder] = [join(base, "home"), join(base, "work")];
  for (const path of [home, folder]) mkdirSync(path);
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const [path, content] of Object.entries(options.files ?? {})) write(path, content);
  const profile = { apiProvider: "openai-compatible", apiBaseUrl: parts.model.baseUrl, apiModelId: "served-model" };
  writeFileSync(join(home, "profiles.json"), JSON.stringify({ main: profile }));
  writeFileSync(join(home, "settings.json"), JSON.stringify({ profile: "main", sandbox: "off", ...options.settings }));
  writeFileSync(
    join(base, ".gitconfig"),
    "[user]\n\tname = Anna\n\temail = anna@example.org\n[init]\n\tdefaultBranch = main\n",
  );
  const database = await parts.databases.create();
  await database.close();
  const environment = { PATH: process.env.PATH, HOME: base, DATABASE_URL: database.url, ...options.environment };
  let logged = "";
  const log = createLog({ format: "json", redact: (text) => text, write: (line) => void (logged += line) });
  const start = () =>
    startServer({
      host: createHost({ home, environment, version: "0.0.0" }),
      home,
      folder,
      address: "127.0.0.1",
      ports: [0],
      version: "0.0.0",
      log,
      ...options,
      environment,
    });
  let server = await start();
  const address = () => `http://127.0.0.1:${server.port}`;
  const open: LiveConnection[] = [];
  const served = {
    get server() {
      return server;
    },
    get client() {
      return createClient({ baseUrl: address(), token: server.token });
    },
    get base() {
      return address();
    },
    get token() {
      return server.token;
    },
    home,
    folder,
    write,
    log: () => logged,
    live(liveOptions: Pick<LiveOptions, "onState"> = {}) {
      const connection = new LiveConnection({ ...liveOptions, baseUrl: address(), token: server.token });
      open.push(connection);
      return connection;
    },
    ask: (path: string, init: RequestInit = {}) =>
      fetch(`${address()}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${server.token}`, ...(init.headers as Record<string, string>) },
      }),
    async restart() {
      await server.close();
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      for (const connection of open) connection.close();
      await server.close();
      rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
  const workspaceId = options.isDatabaseDown ? null : (await served.client.server.about()).workspaceId;
  return Object.assign(served, { workspaceId: workspaceId ?? "" });
}
