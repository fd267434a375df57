import type { Transport } from "@modelcontextprotocol/client";
import type { CommandProfile } from "@roo-code/types";
import { ConnectFailure } from "../connection/connect-failure.ts";
import { describeFailure } from "../connection/describe-failure.ts";
import { closeServer, type LiveServer } from "../connection/live-server.ts";
import { type OpenRequest, openServer } from "../connection/open-server.ts";
import type { HubPorts } from "../hub-ports.ts";
import type { ServerLog } from "../log/server-log.ts";
import { OAuthLogin } from "../oauth/oauth-login.ts";
import { LoginStore } from "../oauth/stored-login.ts";
import type { ConfiguredServer, RemoteConfiguration, StdioConfiguration } from "../server-configuration.ts";
import { remoteTransport } from "../transports/make-transport.ts";
import { StdioTransport } from "../transports/stdio-transport.ts";
import { fillRemote, fillStdio, whereIs } from "./fill-configuration.ts";
import { stdioStart } from "./stdio-start.ts";

export interface ReachRequest extends Pick<OpenRequest, "handlers" | "prior" | "signal"> {
  readonly server: ConfiguredServer;
  readonly profile: CommandProfile | undefined;
  readonly ports: HubPorts;
  readonly log: ServerLog;
}

/** A server that answers, and what there is to do with its connection. */
export interface ReachedServer extends LiveServer {
  /** Of its process, if it has one of ours. */
  pid(): number | undefined;
  /** Why its connection ended, once it has. */
  whyEnded(): ConnectFailure;
  /** Never rejects; may be called twice. */
  close(): Promise<void>;
  closeNow(): void;
}

/** Starts a server or reaches it at its address. Rejects with a `ConnectFailure`. */
export async function reachServer(request: ReachRequest): Promise<ReachedServer> {
  const { server, ports } = request;
  if (server.source === "project" && !ports.isTrusted()) {
    const message =
      "This folder's configuration is not trusted, or has changed since. The user must accept it (roo config trust).";
    throw new ConnectFailure({ code: "not_trusted", message, isPermanent: true });
  }
  const { configuration } = server;
  return configuration.type === "stdio" ? startProcess(request, configuration) : reachAddress(request, configuration);
}

const maxLastOutput = 500;

async function startProcess(request: ReachRequest, given: StdioConfiguration): Promise<ReachedServer> {
  const { server, profile, ports, log } = request;
  const { configuration, unknown, inserted } = fillStdio(given, ports);
  noteVariables(log, { unknown, inserted, named: configuration.env });
  let transport: StdioTransport | undefined;
  let lastWords = "";
  let isConfined = false;
  const onWords = (words: string, stream: "stderr" | "stdout"): void => {
    if (stream === "stdout") return log.add("warning", `Not a message: ${words}`);
    lastWords = `${lastWords}${words}\n`.slice(-maxLastOutput);
    log.addWords(words);
  };
  const makeTransport = async (): Promise<Transport> => {
    const confined = await stdioStart(configuration, profile, ports);
    isConfined = confined.isConfined;
    lastWords = "";
    transport = new StdioTransport({ start: confined.start, onWords, onEnd: () => void confined.leave() });
    return transport;
  };
  const describe = (error: unknown): ConnectFailure =>
    describeFailure(error, {
      name: server.name,
      where: whereIs(configuration),
      isStdio: true,
      end: transport?.end,
      lastWords: log.concealed(lastWords).trim() || undefined,
      timeoutMs: configuration.timeout * 1000,
      hint: isConfined ? confinedHint : undefined,
    });
  return reach(request, { isStdio: true, makeTransport, describe });
}

async function reachAddress(request: ReachRequest, given: RemoteConfiguration): Promise<ReachedServer> {
  const { server, ports, log } = request;
  const { configuration, unknown, inserted } = fillRemote(given, ports);
  noteVariables(log, { unknown, inserted, named: configuration.headers });
  const makeTransport = async (): Promise<Transport> => {
    const store = new LoginStore({ secrets: ports.secrets, server: server.name, url: configuration.url });
    const login = await OAuthLogin.open({ store, configuration: configuration.oauth });
    return remoteTransport(configuration, login.hasTokens ? login : undefined);
  };
  const { name } = server;
  const timeoutMs = configuration.timeout * 1000;
  const place = { name, where: whereIs(configuration), isStdio: false, timeoutMs };
  return reach(request, { isStdio: false, makeTransport, describe: (error) => describeFailure(error, place) });
}

const confinedHint =
  'It runs in the sandbox, because this mode may not write everywhere; "sandbox": "off" lets it out.';

async function reach(
  { server, ports, handlers, prior, signal }: ReachRequest,
  way: { isStdio: boolean; makeTransport: () => Promise<Transport>; describe: (error: unknown) => ConnectFailure },
): Promise<ReachedServer> {
  const { isStdio, makeTransport, describe } = way;
  const timeoutMs = server.configuration.timeout * 1000;
  const { version } = ports;
  try {
    const tellsRoots = server.configuration.roots !== false;
    const live = await openServer({
      makeTransport,
      isStdio,
      tellsRoots,
      version,
      handlers,
      prior,
      timeoutMs,
      signal,
    });
    const process = live.transport instanceof StdioTransport ? live.transport : undefined;
    return {
      ...live,
      pid: () => process?.pid,
      whyEnded: () => describe(new Error("The connection was closed.")),
      close: () => closeServer(live),
      closeNow: () => process?.closeNow(),
    };
  } catch (error) {
    signal.throwIfAborted();
    throw describe(error);
  }
}

interface Variables {
  readonly unknown: readonly string[];
  readonly inserted: readonly string[];
  readonly named: Readonly<Record<string, string>> | undefined;
}

const secretName = /key|token|secret|passw|auth|credential|cookie/i;

/** What a server was given in confidence may come back in what it says. */
function noteVariables(log: ServerLog, { unknown, inserted, named = {} }: Variables): void {
  const secrets = Object.entries(named).flatMap(([name, value]) => (secretName.test(name) ? [value] : []));
  log.conceal([...inserted, ...secrets, ...secrets.map((value) => value.replace(/^bearer\s+/i, ""))]);
  for (const name of unknown) log.add("error", `The variable ${name} is not set; the server gets its name instead.`);
}
