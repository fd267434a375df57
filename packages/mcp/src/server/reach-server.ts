import type { Transport } from "@modelcontextprotocol/client";
import type { CommandProfile } from "@roo-code/types";
import { ConnectFailure } from "../connection/connect-failure.ts";
import { describeFailure } from "../connection/describe-failure.ts";
import { closeServer, type LiveServer, type OpenRequest, openServer } from "../connection/open-server.ts";
import type { HubPorts } from "../hub-ports.ts";
import type { ServerLog } from "../log/server-log.ts";
import { OAuthLogin } from "../oauth/oauth-login.ts";
import { LoginStore } from "../oauth/stored-login.ts";
import type { ConfiguredServer, RemoteConfiguration, StdioConfiguration } from "../server-configuration.ts";
import { remoteTransport } from "../transports/remote-transport.ts";
import { StdioTransport } from "../transports/stdio-transport.ts";
import { fillRemote, fillStdio, whereIs } from "./fill-configuration.ts";
import { stdioStart } from "./stdio-start.ts";

export interface ReachRequest extends Pick<OpenRequest, "handlers" | "prior" | "signal"> {
  readonly server: ConfiguredServer;
  readonly profile: CommandProfile | undefined;
  readonly ports: HubPorts;
  readonly log: ServerLog;
}

/** A connected server. */
export interface ReachedServer extends LiveServer {
  /** The id of its process, if we started it. */
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
      "This folder's configuration is not trusted, or has changed since it was. The user must run: roo config trust.";
    throw new ConnectFailure({ code: "not_trusted", message, isPermanent: true });
  }
  const { configuration } = server;
  return configuration.type === "stdio" ? startProcess(request, configuration) : reachUrl(request, configuration);
}

const maxStderrLength = 500;

async function startProcess(request: ReachRequest, original: StdioConfiguration): Promise<ReachedServer> {
  const { server, profile, ports, log } = request;
  const { configuration, unknown, inserted } = fillStdio(original, ports);
  logVariables(log, { unknown, inserted, named: configuration.env });
  let transport: StdioTransport | undefined;
  let stderr = "";
  let isConfined = false;
  const onOutput = (line: string, stream: "stderr" | "stdout"): void => {
    if (stream === "stdout") return log.add("warning", `Not a message: ${line}`);
    stderr = `${stderr}${line}\n`.slice(-maxStderrLength);
    log.addStderr(line);
  };
  const createTransport = async (): Promise<Transport> => {
    const confined = await stdioStart(configuration, profile, ports);
    isConfined = confined.isConfined;
    stderr = "";
    transport = new StdioTransport({ start: confined.start, onOutput, onEnd: () => void confined.release() });
    return transport;
  };
  const describe = (error: unknown): ConnectFailure =>
    describeFailure(error, {
      name: server.name,
      where: whereIs(configuration),
      isStdio: true,
      end: transport?.end,
      stderr: log.redact(stderr).trim() || undefined,
      timeoutMs: configuration.timeout * 1000,
      hint: isConfined ? confinedHint : undefined,
    });
  return reach(request, { isStdio: true, createTransport, describe });
}

async function reachUrl(request: ReachRequest, original: RemoteConfiguration): Promise<ReachedServer> {
  const { server, ports, log } = request;
  const { configuration, unknown, inserted } = fillRemote(original, ports);
  logVariables(log, { unknown, inserted, named: configuration.headers });
  const createTransport = async (): Promise<Transport> => {
    const store = new LoginStore({ secrets: ports.secrets, server: server.name, url: configuration.url });
    const login = await OAuthLogin.open({ store, configuration: configuration.oauth });
    return remoteTransport(configuration, login.hasTokens ? login : undefined);
  };
  const { name } = server;
  const timeoutMs = configuration.timeout * 1000;
  const target = { name, where: whereIs(configuration), isStdio: false, timeoutMs };
  return reach(request, { isStdio: false, createTransport, describe: (error) => describeFailure(error, target) });
}

const confinedHint =
  'It runs in the sandbox, because this mode may not write everywhere; set "sandbox": "off" to run it without.';

async function reach(
  { server, ports, handlers, prior, signal }: ReachRequest,
  access: { isStdio: boolean; createTransport: () => Promise<Transport>; describe: (error: unknown) => ConnectFailure },
): Promise<ReachedServer> {
  const { isStdio, createTransport, describe } = access;
  const timeoutMs = server.configuration.timeout * 1000;
  const { version } = ports;
  try {
    const sendsRoots = server.configuration.roots !== false;
    const connected = await openServer({
      createTransport,
      isStdio,
      sendsRoots,
      version,
      handlers,
      prior,
      timeoutMs,
      signal,
    });
    const process = connected.transport instanceof StdioTransport ? connected.transport : undefined;
    return {
      ...connected,
      pid: () => process?.pid,
      whyEnded: () => describe(new Error("The connection was closed.")),
      close: () => closeServer(connected),
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

/** A server may print the secrets it was given: they are redacted in its log. */
function logVariables(log: ServerLog, { unknown, inserted, named = {} }: Variables): void {
  const secrets = Object.entries(named).flatMap(([name, value]) => (secretName.test(name) ? [value] : []));
  log.addSecrets([...inserted, ...secrets, ...secrets.map((value) => value.replace(/^bearer\s+/i, ""))]);
  for (const name of unknown)
    log.add("error", `The variable ${name} is not set; the server gets the placeholder unchanged.`);
}
