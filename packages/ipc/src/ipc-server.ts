import { randomBytes } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { RooError } from "@roo-code/types";
import { Listeners } from "./listeners.ts";
import { rooProviders } from "./names.ts";
import { type ConnectionLimits, ServerConnection } from "./server-connection.ts";
import { type HeldSocket, listenOnSocket } from "./socket/listen-on-socket.ts";
import { peerUser } from "./socket/peer-user.ts";
import { requireShortPath } from "./socket/short-path.ts";
import { defaultSocketPath } from "./socket/socket-place.ts";
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
  /** A failure is logged, and told to a client that asked for a reply. */
  readonly onCommand?: (command: TaskCommand, source: CommandSource) => void | Promise<void>;
  /** Providers a configuration may name; Roo Code's when absent. A command that names another is dropped. */
  readonly isProvider?: (name: string) => boolean;
  readonly log?: (line: string) => void;
}

export type IpcServerEvents = {
  Connect: [clientId: string];
  Disconnect: [clientId: string, reason: IpcFailure | undefined];
  /** A message that could not be used; it was dropped. */
  error: [problem: string, clientId: string];
};

const defaultLimits: ConnectionLimits = {
  maxFrameBytes: 16 * 1024 * 1024,
  maxQueuedBytes: 4 * 1024 * 1024,
  maxQueuedFrames: 1_000,
};
const maxClients = 100;
/** For a client that was turned away to hear why. */
const patienceMs = 1_000;

/** Serves programs that know Roo Code's protocol, and those that know ours. */
export class IpcServer {
  readonly #options: IpcServerOptions;
  readonly #limits: ConnectionLimits;
  readonly #given: string | undefined;
  readonly #server: Server;
  readonly #connections = new Map<string, ServerConnection>();
  readonly #listeners = new Listeners<IpcServerEvents>();
  #held: HeldSocket | undefined;

  constructor(socketPath: string | undefined, options: IpcServerOptions = {}) {
    this.#given = socketPath;
    this.#options = options;
    this.#limits = {
      maxFrameBytes: options.maxFrameBytes ?? defaultLimits.maxFrameBytes,
      maxQueuedBytes: options.maxQueuedBytes ?? defaultLimits.maxQueuedBytes,
      maxQueuedFrames: options.maxQueuedFrames ?? defaultLimits.maxQueuedFrames,
    };
    this.#server = createServer({ pauseOnConnect: true }, (socket) => this.#accept(socket));
    this.#server.maxConnections = maxClients;
  }

  /** Throws `RooError` when the path cannot be listened on: taken, unsafe, too long, no rights. */
  async listen(): Promise<void> {
    const path = this.#given ?? defaultSocketPath();
    requireShortPath(path);
    this.#held = await listenOnSocket(this.#server, path);
    process.once("exit", this.#held.remove);
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  /** Where clients connect. */
  get socketPath(): string | undefined {
    return this.#held?.path ?? this.#given;
  }

  get clientIds(): readonly string[] {
    return [...this.#connections.keys()];
  }

  on<Name extends keyof IpcServerEvents>(name: Name, listener: (...values: IpcServerEvents[Name]) => void): () => void {
    return this.#listeners.on(name, listener);
  }

  /** What a client asked to hear; undefined for one that never said. */
  subscriptionOf(clientId: string): Subscription | undefined {
    return this.#connections.get(clientId)?.subscription;
  }

  /** To every client that has not asked for less. */
  broadcast(event: RooEvent, traceparent?: string): void {
    let frame: Buffer | undefined;
    for (const connection of this.#connections.values()) {
      if (!wantsEvent(connection.subscription, event)) continue;
      frame ??= Buffer.from(encodeFrame(eventMessage(event, traceparent)));
      connection.write(frame);
    }
  }

  /** Nothing happens when the client is gone. */
  send(clientId: string, message: ServerMessage): void {
    this.#connections.get(clientId)?.send(message);
  }

  sendEvent(clientId: string, event: RooEvent): void {
    this.send(clientId, eventMessage(event));
  }

  /** Something of our own log, if the client asked for such. */
  sendItem(clientId: string, item: TaskItem): void {
    const connection = this.#connections.get(clientId);
    if (connection && wantsItem(connection.subscription, item))
      connection.send({ type: "TaskItem", origin: "server", data: item });
  }

  /** Resolves when nothing waits for the client any more, or it is gone. */
  async drained(clientId: string): Promise<void> {
    await this.#connections.get(clientId)?.drained();
  }

  closeClient(clientId: string, reason: IpcFailure): void {
    this.#connections.get(clientId)?.close(reason);
  }

  /** Hangs up on everybody and takes the socket away. What was sent before still arrives. May be called twice. */
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
    if (this.#held?.isUntouched()) return this.#welcome(socket);
    void this.#check(socket);
  }

  /** Somebody has changed the socket since, perhaps to let others in: the kernel is asked who this is. */
  async #check(socket: Socket): Promise<void> {
    socket.on("error", () => {});
    const user = await peerUser(socket);
    if (user === process.geteuid?.() || user === 0) return this.#welcome(socket);
    const who = user === undefined ? "It cannot be told who you are" : `You are user ${user}`;
    const message = `${who}, and this server is for user ${process.geteuid?.()} alone.`;
    this.#log(`turned a client away: ${message}`);
    socket.end(encodeFrame({ type: "Closing", origin: "server", data: { code: "ipc_other_user", message } }));
    setTimeout(() => socket.destroy(), patienceMs).unref();
  }

  #welcome(socket: Socket): void {
    const clientId = randomBytes(6).toString("hex");
    const connection = new ServerConnection(socket, {
      clientId,
      limits: this.#limits,
      onFrame: (frame) => this.#receive(connection, frame),
      onClose: (reason) => {
        this.#connections.delete(clientId);
        if (reason) this.#log(`client ${clientId} is gone: ${reason.message}`);
        this.#listeners.tell("Disconnect", clientId, reason);
      },
    });
    this.#connections.set(clientId, connection);
    connection.send({ type: "Ack", origin: "server", data: { clientId, pid: process.pid, ppid: process.ppid } });
    socket.resume();
    this.#listeners.tell("Connect", clientId);
  }

  #receive(connection: ServerConnection, frame: ReceivedFrame): Promise<void> | undefined {
    const parsed = parseFrame(frame);
    if ("problem" in parsed) return this.#drop(connection, parsed.problem);
    const { message } = parsed;
    if (message.type !== "TaskCommand") return this.#drop(connection, `"${message.type}" is for a server to send`);
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
      throw new RooError({ code: "unknown_provider", message: `There is no provider ${JSON.stringify(name)}.` });
  }

  #drop({ clientId }: ServerConnection, problem: string): undefined {
    this.#log(`client ${clientId}: dropped a message: ${problem}`);
    this.#listeners.tell("error", problem, clientId);
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

/** Whether an event is for a client with this subscription. Without one everything is, as in Roo Code. */
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

/** The task an event is of; undefined for answers and for events of the evals. */
function taskOf({ payload }: RooEvent): string | undefined {
  const first = payload?.[0];
  if (typeof first === "string") return first;
  return first && "action" in first && typeof first.taskId === "string" ? first.taskId : undefined;
}
