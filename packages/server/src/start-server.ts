import type { AddressInfo } from "node:net";
import { type Host, newTaskId, systemClock, userSettingsFile } from "@roo-code/host";
import { IdempotencyRecords, LiveDatabase, openBlobs } from "@roo-code/host/database";
import { type Network, systemNetwork } from "@roo-code/host/network";
import { type HeldHome, holdHome, Tasks } from "@roo-code/host/tasks";
import { type Clock, RooError, settingsSchema, systemErrorCode } from "@roo-code/types";
import type { FastifyInstance } from "fastify";
import type { Access } from "./access/access.ts";
import type { ControlAnswer } from "./access/control-protocol.ts";
import { listenForControl } from "./access/control-server.ts";
import { keepKeys, replaceKeys } from "./access/kept-keys.ts";
import {
  askedLifeMs,
  isLoopback,
  localPlace,
  remotePlace,
  signInAddress,
  startLifeMs,
} from "./access/sign-in-address.ts";
import { TokenAccess } from "./access/token-access.ts";
import { createApp } from "./create-app.ts";
import type { SocketServer } from "./live/socket-server.ts";
import { Opened } from "./opened.ts";
import { Housekeeping } from "./operations/housekeeping.ts";
import type { Log } from "./operations/log.ts";
import { LiveConfiguration } from "./services/live-configuration.ts";
import type { ServerParts } from "./services/server-parts.ts";
import { createServices, type Services } from "./services/services.ts";

export interface ServerOptions {
  readonly host: Host;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly address: string;
  /** The first of them that is free; 0 is any free one. */
  readonly ports: readonly number[];
  readonly version: string;
  /** The folder it is started in. */
  readonly folder: string;
  readonly log: Log;
  /** The one that is kept in the home where absent. */
  readonly token?: string | undefined;
  /** Names it is known by, beside addresses and `localhost`. */
  readonly allowedHosts?: readonly string[];
  /** The built web app. */
  readonly webFolder?: string | undefined;
  /** How a runner of one trial of an eval is started; without it there are no new runs. */
  readonly runner?: readonly string[] | undefined;
  readonly network?: Network;
  readonly clock?: Clock;
  /** Who somebody is; the one who has the token where absent. */
  readonly access?: Access;
}

export interface RunningServer {
  /** Opening it signs the browser in, once. */
  readonly url: string;
  readonly token: string;
  readonly port: number;
  /** The tasks of this process, for its other doors. */
  readonly tasks: Tasks;
  /** Takes no more, parks what runs so that it can be resumed, tells clients, and lets everything go. May be called twice. */
  close(): Promise<void>;
}

/** How long tasks may take to stop. */
const drainMs = 8_000;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, home, address, clock = systemClock } = options;
  refuseShortToken(options.token);
  const opened = new Opened();
  const held = holdHome(home, clock);
  opened.defer(() => held.release());
  try {
    const { token } = options;
    const signIn = new TokenAccess({ keys: keepKeys(home), token, home, monotonic: () => clock.monotonic() });
    return await start({ ...options, host, clock, signIn, held, opened, isLocal: isLoopback(address) });
  } catch (error) {
    await opened.close();
    throw error;
  }
}

type Start = ServerOptions & {
  readonly clock: Clock;
  readonly signIn: TokenAccess;
  readonly held: HeldHome;
  readonly opened: Opened;
  readonly isLocal: boolean;
};

async function start(options: Start): Promise<RunningServer> {
  const { signIn, held, opened, log } = options;
  const databaseUrl = options.environment["DATABASE_URL"] || undefined;
  const database = new LiveDatabase({ home: options.home, url: databaseUrl, patienceMs: 5_000 });
  opened.defer(() => database.close());
  await database.check().catch(warnIfAway(log));
  const { runner, folder } = options;
  const services = createServices(partsOf(options, database), { evals: { runner, folder } });
  opened.defer(() => services[Symbol.dispose]());
  opened.defer(() => services.mcp.close());
  opened.defer(() => services.evals.close());
  const configuration = await LiveConfiguration.follow(options.host, options.folder);
  opened.defer(() => configuration.stop());
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
  opened.defer(async () => {
    state.isReady = false;
    await services.runs.drain(drainMs);
    await sockets.close();
    await app.close();
  });
  await openFolder(services, configuration.newest.configuration.workspace);
  const port = await listen(app, options);
  const place = localPlace(options.address, port);
  held.publish(place);
  opened.defer(await listenForControl(options.home, controlOf(options, { port, sockets })));
  const housekeeping = new Housekeeping(services);
  housekeeping.start();
  opened.defer(() => housekeeping.stop());
  const url = signInAddress(place, signIn.codes.issue(startLifeMs));
  return { url, token: signIn.token, port, tasks: services.runs, close: () => opened.close() };
}

/** What the owner's programs on this machine may ask for. */
function controlOf(
  { address, home, token, signIn }: Start,
  { port, sockets }: { port: number; sockets: SocketServer },
) {
  const open = async (): Promise<ControlAnswer> => {
    const fresh = (place: string) => signInAddress(place, signIn.codes.issue(askedLifeMs));
    const remote = remotePlace(address, port);
    return {
      url: fresh(localPlace(address, port)),
      phoneUrl: remote === undefined ? null : fresh(remote),
      minutes: askedLifeMs / 60_000,
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
    onBroken: (taskId, error) => log.error({ taskId, error }, "a task broke"),
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

/** A database that is away may come back; one that cannot be used never will. */
function warnIfAway(log: Log): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof RooError) || error.code !== "database_unreachable") throw error;
    log.warn({ error }, "the database is away; what needs it answers 503 until it is back");
  };
}

/** The folder it was started in can be worked in at once, unless it is one that is not opened. */
async function openFolder({ workspaces, log }: Services, folder: string): Promise<void> {
  await workspaces.open("local", { folder }).catch((error: unknown) => {
    log.info({ error, folder }, "the folder was not opened");
  });
}

/** One that could be guessed keeps nobody out. */
function refuseShortToken(token: string | undefined): void {
  if (token !== undefined && token.length < shortestToken)
    throw new RooError({ code: "wrong_usage", message: `A token has at least ${shortestToken} characters.` });
}

const shortestToken = 16;

async function listen(app: FastifyInstance, { address, ports }: ServerOptions): Promise<number> {
  for (const [index, port] of ports.entries())
    try {
      await app.listen({ host: address, port });
      return app.addresses().find((bound): bound is AddressInfo => typeof bound === "object")?.port ?? port;
    } catch (cause) {
      if (systemErrorCode(cause) !== "EADDRINUSE" || index === ports.length - 1)
        throw cannotListen(address, port, cause);
    }
  throw new RooError({ code: "wrong_usage", message: "No port is given." });
}

function cannotListen(address: string, port: number, cause: unknown): RooError {
  const code = systemErrorCode(cause);
  if (code === "EADDRINUSE")
    return new RooError({
      code: "port_in_use",
      message: `Port ${port} on ${address} is taken, perhaps by another roo serve.`,
      next: "End that one, or choose another with --port (0 takes any free one).",
      cause,
    });
  return new RooError({
    code: "cannot_listen",
    message: `The server cannot listen on ${address}:${port} (${code}).`,
    next: "Choose another --host or --port.",
    cause,
  });
}
