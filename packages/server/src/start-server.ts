import { type Host, newTaskId, systemClock, userSettingsFile } from "@roo-code/host";
import { IdempotencyRecords, LiveDatabase, openBlobs } from "@roo-code/host/database";
import { type Network, systemNetwork } from "@roo-code/host/network";
import { type HomeLock, lockHome, Tasks } from "@roo-code/host/tasks";
import { CleanupStack, type Clock, RooError, settingsSchema } from "@roo-code/types";
import type { Access } from "./access/access.ts";
import { type ControlAnswer, listenForControl } from "./access/control.ts";
import { loadKeys, replaceKeys } from "./access/server-keys.ts";
import { requestedCodeMs, signInUrl, startCodeMs } from "./access/sign-in-routes.ts";
import { TokenAccess } from "./access/token-access.ts";
import { createApp } from "./create-app.ts";
import { isLoopback, listen, localUrl, remoteUrl } from "./listen.ts";
import type { SocketServer } from "./live/socket-server.ts";
import { Housekeeping } from "./operations/housekeeping.ts";
import type { Log } from "./operations/log.ts";
import { LiveConfiguration } from "./pages/status-page.ts";
import type { ServerParts } from "./services/server-parts.ts";
import { createServices, type Services } from "./services/services.ts";

export interface ServerOptions {
  readonly host: Host;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly address: string;
  /** The first free one is used; 0 stands for any free port. */
  readonly ports: readonly number[];
  readonly version: string;
  /** The folder the server is started in. */
  readonly folder: string;
  readonly log: Log;
  /** Defaults to the one stored in the home. */
  readonly token?: string | undefined;
  /** Allowed host names besides IP addresses and `localhost`. */
  readonly allowedHosts?: readonly string[];
  /** The built web app. */
  readonly webFolder?: string | undefined;
  /** The command that starts a runner for one eval trial; without it there are no new runs. */
  readonly runner?: readonly string[] | undefined;
  readonly network?: Network;
  readonly clock?: Clock;
  /** Defaults to one user with the token. */
  readonly access?: Access;
}

export interface RunningServer {
  /** Opening it signs in one browser, once. */
  readonly url: string;
  readonly token: string;
  readonly port: number;
  /** The tasks of this process, for its other interfaces. */
  readonly tasks: Tasks;
  /** Stops accepting requests, suspends running tasks, notifies clients and closes everything. May be called twice. */
  close(): Promise<void>;
}

/** How long tasks may take to stop. */
const drainMs = 8_000;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, home, address, clock = systemClock } = options;
  requireLongToken(options.token);
  const cleanup = new CleanupStack();
  const held = lockHome(home, clock);
  cleanup.defer(() => held.release());
  try {
    const { token } = options;
    const signIn = new TokenAccess({ keys: loadKeys(home), token, home, monotonic: () => clock.monotonic() });
    return await start({ ...options, host, clock, signIn, held, cleanup, isLocal: isLoopback(address) });
  } catch (error) {
    await cleanup.close();
    throw error;
  }
}

type Start = ServerOptions & {
  readonly clock: Clock;
  readonly signIn: TokenAccess;
  readonly held: HomeLock;
  readonly cleanup: CleanupStack;
  readonly isLocal: boolean;
};

async function start(options: Start): Promise<RunningServer> {
  const { signIn, held, cleanup, log } = options;
  const databaseUrl = options.environment["DATABASE_URL"] || undefined;
  const database = new LiveDatabase({ home: options.home, url: databaseUrl, timeoutMs: 5_000 });
  cleanup.defer(() => database.close());
  await database.check().catch(warnIfUnreachable(log));
  const { runner, folder } = options;
  const services = createServices(partsOf(options, database), { evals: { runner, folder } });
  cleanup.defer(() => services[Symbol.dispose]());
  cleanup.defer(() => services.mcp.close());
  cleanup.defer(() => services.evals.close());
  const configuration = await LiveConfiguration.follow(options.host, options.folder);
  cleanup.defer(() => configuration.stop());
  const state = { isReady: true };
  const { app, sockets } = await createApp({
    services,
    configuration,
    access: options.access ?? signIn,
    isLocal: options.isLocal,
    isReady: () => state.isReady,
    allowedHosts: new Set(options.allowedHosts),
    webFolder: options.webFolder,
    folder: configuration.newest.configuration.workspace,
    hasEvals: runner !== undefined,
    idempotency: { records: new IdempotencyRecords(database), newId: services.newId },
  });
  cleanup.defer(async () => {
    state.isReady = false;
    await services.runs.drain(drainMs);
    await sockets.close();
    await app.close();
  });
  await openFolder(services, configuration.newest.configuration.workspace);
  const port = await listen(app, options);
  const serverUrl = localUrl(options.address, port);
  held.publish(serverUrl);
  cleanup.defer(await listenForControl(options.home, controlOf(options, { port, sockets })));
  const housekeeping = new Housekeeping(services);
  housekeeping.start();
  cleanup.defer(() => housekeeping.stop());
  const url = signInUrl(serverUrl, signIn.codes.issue(startCodeMs));
  return { url, token: signIn.token, port, tasks: services.runs, close: () => cleanup.close() };
}

/** Requests of the owner's programs on this machine. */
function controlOf(
  { address, home, token, signIn }: Start,
  { port, sockets }: { port: number; sockets: SocketServer },
) {
  const open = async (): Promise<ControlAnswer> => {
    const newUrl = (serverUrl: string) => signInUrl(serverUrl, signIn.codes.issue(requestedCodeMs));
    const remote = remoteUrl(address, port);
    return {
      url: newUrl(localUrl(address, port)),
      phoneUrl: remote === undefined ? null : newUrl(remote),
      minutes: requestedCodeMs / 60_000,
      hasOwnToken: token !== undefined,
    };
  };
  const signOutAll = async (): Promise<ControlAnswer> => {
    signIn.useKeys(replaceKeys(home));
    await sockets.signOutAll();
    return open();
  };
  return { open, signOutAll };
}

function partsOf(options: Start, database: LiveDatabase): ServerParts {
  const { host, home, environment, version, log, clock, network = systemNetwork } = options;
  const newId = () => newTaskId(clock.now(), Math.random);
  const runs = new Tasks({
    host,
    home,
    clock,
    onBroken: (taskId, error) => log.error({ taskId, error }, "task failed"),
    notify: (notices, folder) => {
      for (const { message } of notices) log.warn({ folder }, message);
    },
    onMessageNotice: (notice, taskId) => log.info({ taskId }, notice),
  });
  return {
    host,
    home,
    environment,
    version,
    log,
    clock,
    network,
    database,
    runs,
    pool: runs.pool,
    questions: runs.questions,
    newId,
    blobs: openBlobs({ home, environment }),
    settings: async () => settingsSchema.parse((await userSettingsFile({ home, clock }).read()).values),
  };
}

/** An unreachable database may come back; an unusable one will not. */
function warnIfUnreachable(log: Log): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof RooError) || error.code !== "database_unreachable") throw error;
    log.warn({ error }, "the database is unreachable; requests that need it answer 503 until it is back");
  };
}

/** Opens the folder the server was started in, unless it may not be opened. */
async function openFolder({ workspaces, log }: Services, folder: string): Promise<void> {
  await workspaces.open("local", { folder }).catch((error: unknown) => {
    log.info({ error, folder }, "the folder was not opened");
  });
}

/** A short token could be guessed. */
function requireLongToken(token: string | undefined): void {
  if (token !== undefined && token.length < minTokenLength)
    throw new RooError({ code: "wrong_usage", message: `The token must have at least ${minTokenLength} characters.` });
}

const minTokenLength = 16;
