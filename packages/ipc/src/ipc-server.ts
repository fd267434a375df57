import { randomBytes } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { RooError } from "@roo-code/types";
import { Listeners } from "./listeners.ts";
import { rooProviders } from "./names.ts";
import { type ConnectionLimits, ServerConnection } from "./server-connection.ts";
import { type HeldSocket, listenOnSocket } from "./socket/listen-on-socket.ts";
import { peerUser } from "./socket/peer-user.ts";
import { defaultSocketPath, requireShortPath } from "./socket/socket-path.ts";
import { encodeFrame, type ReceivedFrame } from "./wire/frame.ts";
import type { CommandMessage, IpcFailure, ServerMessage, TaskItem } from "./wire/ipc-message.ts";
import { parseFrame } from "./wire/parse-frame.ts";
import type { Subscription, TaskCommand } from "./wire/task-command.ts";
import type { RooEvent } from "./wire/task-event.ts";

export interface CommandSource {
  readonly clientId: string;
  /** The trace that the command is part of. */
  readonly traceparent?: string;
}

export interface IpcServerOptions extends Partial<ConnectionLimits> {
  /** A failure is logged, and sent to a client that requested a reply. */
  readonly onCommand?: (command: TaskCommand, source: CommandSource) => void | Promise<void>;
  /** Which providers a configuration may name; Roo Code's when absent. A command that names another one fails. */
  readonly isProvider?: (name: string) => boolean;
  readonly log?: (line: string) => void;
}

export type IpcServerEvents = {
  Connect: [clientId: string];
  Disconnect: [clientId: string, reason: IpcFailure | undefined];
  /** An invalid message was dropped. */
  error: [problem: string, clientId: string];
};

const defaultLimits: ConnectionLimits = {
  maxFrameBytes: 16 * 1024 * 1024,
  maxQueuedBytes: 4 * 1024 * 1024,
  maxQueuedFrames: 1_000,
};
const maxClients = 100;
/** For a rejected client to read the reason. */
const rejectTimeoutMs = 1_000;

/** Serves clients of Roo Code's protocol and of our extensions to it. */
export class IpcServer {
  readonly #options: IpcServerOptions;
  readonly #limits: ConnectionLimits;
  readonly #requestedPath: string | undefined;
  readonly #server: Server;
  readonly #connections = new Map<string, ServerConnection>();
  readonly #listeners = new Listeners<IpcServerEvents>();
  #held: HeldSocket | undefined;

  constructor(socketPath: string | undefined, options: IpcServerOptions = {}) {
    this.#requestedPath = socketPath;
    this.#options = options;
    this.#limits = {
      maxFrameBytes: options.maxFrameBytes ?? defaultLimits.maxFrameBytes,
      maxQueuedBytes: options.maxQueuedBytes ?? defaultLimits.maxQueuedBytes,
      maxQueuedFrames: options.maxQueuedFrames ?? defaultLimits.maxQueuedFrames,
    };
    this.#server = createServer({ pauseOnConnect: true }, (socket) => this.#accept(socket));
    this.#server.maxConnections = maxClients;
  }

  /** Throws `RooError` if the path is taken, unsafe, too long or not permitted. */
  async listen(): Promise<void> {
    const path = this.#requestedPath ?? defaultSocketPath();
    requireShortPath(path);
    this.#held = await listenOnSocket(this.#server, path);
    process.once("exit", this.#held.remove);
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  get socketPath(): string | undefined {
    return this.#held?.path ?? this.#requestedPath;
  }

  get clientIds(): readonly string[] {
    return [...this.#connections.keys()];
  }

  on<Name extends keyof IpcServerEvents>(name: Name, listener: (...values: IpcServerEvents[Name]) => void): () => void {
    return this.#listeners.on(name, listener);
  }

  /** undefined for a client that has not subscribed. */
  subscriptionOf(clientId: string): Subscription | undefined {
    return this.#connections.get(clientId)?.subscription;
  }

  /** Sends to every client whose subscription includes the event. */
  broadcast(event: RooEvent, traceparent?: string): void {
    let frame: Buffer | undefined;
    for (const connection of this.#connections.values()) {
      if (!wantsEvent(connection.subscription, event)) continue;
      frame ??= Buffer.from(encodeFrame(eventMessage(event, traceparent)));
      connection.write(frame);
    }
  }

  /** Does nothing if the client is gone. */
  send(clientId: string, message: ServerMessage): void {
    this.#connections.get(clientId)?.send(message);
  }

  sendEvent(clientId: string, event: RooEvent): void {
    this.send(clientId, eventMessage(event));
  }

  /** Sends an item of our own log if the client subscribed to items. */
  sendItem(clientId: string, item: TaskItem): void {
    const connection = this.#connections.get(clientId);
    if (connection && wantsItem(connection.subscription, item))
      connection.send({ type: "TaskItem", origin: "server", data: item });
  }

  /** Resolves when nothing is queued for the client, or it is gone. */
  async drained(clientId: string): Promise<void> {
    await this.#connections.get(clientId)?.drained();
  }

  closeClient(clientId: string, reason: IpcFailure): void {
    this.#connections.get(clientId)?.close(reason);
  }

  /** Disconnects all clients, after what was sent to them, and removes the socket. May be called twice. */
  async close(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (!held) return;
    held.remove();
    process.off("exit", held.remove);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const connection of this.#connections.values()) connection.end();
    await closed;
  }

  #accept(socket: Socket): void {
    if (this.#held?.isUntouched()) return this.#connect(socket);
    void this.#acceptOwner(socket);
  }

  /** The socket file has changed since, perhaps to admit other users, so the peer's user id is checked. */
  async #acceptOwner(socket: Socket): Promise<void> {
    socket.on("error", () => {});
    const user = await peerUser(socket);
    if (user === process.geteuid?.() || user === 0) return this.#connect(socket);
    const who = user === undefined ? "Your user id cannot be determined" : `You are user ${user}`;
    const message = `${who}, and this server accepts only user ${process.geteuid?.()}.`;
    this.#log(`rejected a client: ${message}`);
    socket.end(encodeFrame({ type: "Closing", origin: "server", data: { code: "ipc_other_user", message } }));
    setTimeout(() => socket.destroy(), rejectTimeoutMs).unref();
  }

  #connect(socket: Socket): void {
    const clientId = randomBytes(6).toString("hex");
    const connection = new ServerConnection(socket, {
      clientId,
      limits: this.#limits,
      onFrame: (frame) => this.#receive(connection, frame),
      onClose: (reason) => {
        this.#connections.delete(clientId);
        if (reason) this.#log(`client ${clientId} disconnected: ${reason.message}`);
        this.#listeners.emit("Disconnect", clientId, reason);
      },
    });
    this.#connections.set(clientId, connection);
    connection.send({ type: "Ack", origin: "server", data: { clientId, pid: process.pid, ppid: process.ppid } });
    socket.resume();
    this.#listeners.emit("Connect", clientId);
  }

  #receive(connection: ServerConnection, frame: ReceivedFrame): Promise<void> | undefined {
    const parsed = parseFrame(frame);
    if ("problem" in parsed) return this.#drop(connection, parsed.problem);
    const { message } = parsed;
    if (message.type !== "TaskCommand") return this.#drop(connection, `"${message.type}" is sent by servers only`);
    return this.#runCommand(connection, message);
  }

  async #runCommand(connection: ServerConnection, message: CommandMessage): Promise<void> {
    const { data: command, requestId, traceparent } = message;
    const { clientId } = connection;
    const error = await this.#attempt(command, { clientId, traceparent });
    if (error) this.#log(`client ${clientId}: ${command.commandName} failed: ${error.message}`);
    if (requestId === undefined) return;
    connection.send({ type: "CommandReply", origin: "server", data: { requestId, error } });
  }

  async #attempt(command: TaskCommand, source: CommandSource): Promise<IpcFailure | undefined> {
    try {
      if (command.commandName === "StartNewTask") this.#requireProvider(command.data.configuration.apiProvider);
      if (command.commandName === "Subscribe") this.#subscribe(source.clientId, command.data);
      await this.#options.onCommand?.(command, source);
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  }

  #subscribe(clientId: string, subscription: Subscription): void {
    const connection = this.#connections.get(clientId);
    if (connection) connection.subscription = subscription;
  }

  #requireProvider(name: string | undefined): void {
    const { isProvider = (provider: string) => rooProviders.has(provider) } = this.#options;
    if (name !== undefined && !isProvider(name))
      throw new RooError({ code: "unknown_provider", message: `Unknown provider ${JSON.stringify(name)}.` });
  }

  #drop({ clientId }: ServerConnection, problem: string): undefined {
    this.#log(`client ${clientId}: dropped a message: ${problem}`);
    this.#listeners.emit("error", problem, clientId);
  }

  #log(line: string): void {
    this.#options.log?.(line);
  }
}

function eventMessage(event: RooEvent, traceparent?: string): ServerMessage {
  return { type: "TaskEvent", origin: "server", data: event, traceparent };
}

function failureOf(error: unknown): IpcFailure {
  if (!(error instanceof RooError))
    return { code: "internal_error", message: error instanceof Error ? error.message : String(error) };
  const { code, message, next } = error;
  return { code, message, next };
}

/** Without a subscription a client receives every event, as in Roo Code. */
function wantsEvent(subscription: Subscription | undefined, event: RooEvent): boolean {
  if (!subscription) return true;
  const { events, tasks } = subscription;
  if (events && !events.includes(event.eventName)) return false;
  const taskId = tasks && taskOf(event);
  return taskId === undefined || (tasks?.includes(taskId) ?? true);
}

function wantsItem(subscription: Subscription | undefined, { taskId }: TaskItem): boolean {
  return subscription?.items === true && (subscription.tasks?.includes(taskId) ?? true);
}

/** The task an event belongs to; undefined for responses and eval events. */
function taskOf({ payload }: RooEvent): string | undefined {
  const first = payload?.[0];
  if (typeof first === "string") return first;
  return first && "action" in first && typeof first.taskId === "string" ? first.taskId : undefined;
}
