import type { Socket } from "node:net";
import { RooError, systemErrorCode } from "@roo-code/types";
import { ClientRequests } from "./client-requests.ts";
import { Listeners } from "./listeners.ts";
import { connectToSocket } from "./socket/connect-to-socket.ts";
import { requireShortPath } from "./socket/short-path.ts";
import { encodeFrame, FrameReader, FrameTooLarge } from "./wire/frame.ts";
import type { Ack, IpcFailure, ServerMessage, TaskContextConfirmation, TaskItem } from "./wire/ipc-message.ts";
import { parseFrame } from "./wire/parse-frame.ts";
import type { TaskCommandInput } from "./wire/task-command.ts";
import type { RooEvent } from "./wire/task-event.ts";

export interface IpcClientOptions {
  /** Told, among others, of messages that were dropped. */
  readonly log?: (line: string) => void;
  /** Whether to connect again after the connection is lost, as often as it takes; yes unless false. */
  readonly reconnect?: boolean;
  readonly retryMs?: number;
  readonly maxFrameBytes?: number;
}

export interface SendOptions {
  /** The W3C trace context that the command is part of. */
  readonly traceparent?: string;
}

export type IpcClientEvents = {
  Connect: [];
  Disconnect: [];
  Ack: [ack: Ack];
  TaskEvent: [event: RooEvent, traceparent: string | undefined];
  TaskItem: [item: TaskItem];
  TaskContextConfirmation: [confirmation: TaskContextConfirmation];
  /** Why the server ends the connection. */
  Closing: [reason: IpcFailure];
  /** A message that could not be used; it was dropped. */
  error: [problem: string];
};

const connectTimeoutMs = 30_000;
const replyTimeoutMs = 30_000;
const maxWaiting = 1_000;

/** Drives a program that runs tasks: Roo Code, or one of ours. Connects by itself, and again until `disconnect`. */
export class IpcClient {
  readonly socketPath: string;
  readonly #options: IpcClientOptions;
  readonly #listeners = new Listeners<IpcClientEvents>();
  readonly #requests = new ClientRequests();
  #socket: Socket | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isOver = false;
  #ack: Ack | undefined;
  #lastError = "nobody answered";
  /** Said before the server was ready to listen. */
  #waiting: ((clientId: string) => string)[] = [];

  /** Throws `RooError` `ipc_path_too_long`. */
  constructor(socketPath: string, options: IpcClientOptions = {}) {
    requireShortPath(socketPath);
    this.socketPath = socketPath;
    this.#options = options;
    this.#connect();
  }

  get isConnected(): boolean {
    return this.#socket?.readyState === "open";
  }

  get isReady(): boolean {
    return this.isConnected && this.#ack !== undefined;
  }

  get clientId(): string | undefined {
    return this.#ack?.clientId;
  }

  on<Name extends keyof IpcClientEvents>(name: Name, listener: (...values: IpcClientEvents[Name]) => void): () => void {
    return this.#listeners.on(name, listener);
  }

  /** Resolves once the server has said hello. Throws `RooError` `ipc_no_server` when it does not in time. */
  ready(timeoutMs = connectTimeoutMs): Promise<Ack> {
    if (this.#ack && this.isConnected) return Promise.resolve(this.#ack);
    return new Promise((done, fail) => {
      const stop = () => {
        clearTimeout(timer);
        for (const off of offs) off();
      };
      const giveUp = () => {
        stop();
        fail(this.#noServer());
      };
      const offs = [
        this.on("Ack", (ack) => {
          stop();
          done(ack);
        }),
        this.on("Disconnect", () => {
          if (this.#isOver) giveUp();
        }),
      ];
      const timer = setTimeout(giveUp, this.#isOver ? 0 : timeoutMs);
    });
  }

  /** Sent at once, or as soon as the server is ready. What comes of it is told by events, if at all. */
  sendCommand(command: TaskCommandInput, options: SendOptions = {}): void {
    this.#send(command, options);
  }

  /** The same with an answer. Throws the server's `RooError`; `ipc_no_reply` where a server does not know replies. */
  async request(command: TaskCommandInput, options: SendOptions & { readonly timeoutMs?: number } = {}): Promise<void> {
    const { timeoutMs = replyTimeoutMs, ...rest } = options;
    const { requestId, reply } = this.#requests.open(timeoutMs);
    this.#send(command, { ...rest, requestId });
    await reply;
  }

  /** For good. */
  disconnect(): void {
    this.#isOver = true;
    clearTimeout(this.#retry);
    this.#requests.failAll("The connection was ended.");
    // What was said still leaves.
    this.#socket?.destroySoon();
  }

  #send(command: TaskCommandInput, extra: SendOptions & { requestId?: string }): void {
    const frame = (clientId: string) =>
      encodeFrame({ type: "TaskCommand", origin: "client", clientId, data: command, ...extra });
    if (this.#ack && this.#socket?.writable) {
      this.#socket.write(frame(this.#ack.clientId));
      return;
    }
    if (this.#isOver || this.#waiting.length >= maxWaiting) throw this.#noServer();
    this.#waiting.push(frame);
  }

  #connect(): void {
    const reader = new FrameReader(this.#options.maxFrameBytes ?? 64 * 1024 * 1024);
    const socket = connectToSocket(this.socketPath);
    this.#socket = socket;
    socket.on("connect", () => this.#listeners.tell("Connect"));
    socket.on("data", (chunk: Buffer) => this.#receive(socket, reader, chunk));
    socket.on("error", (error) => {
      this.#lastError = systemErrorCode(error) ?? error.message;
    });
    socket.on("close", () => this.#lost());
  }

  #lost(): void {
    if (this.#options.reconnect === false) this.#isOver = true;
    // What waits for the first hello of a server has not been sent, and will be.
    if (this.#ack || this.#isOver) this.#requests.failAll("The connection was lost.");
    this.#ack = undefined;
    if (!this.#isOver) this.#retry = setTimeout(() => this.#connect(), this.#options.retryMs ?? 500);
    this.#listeners.tell("Disconnect");
  }

  #receive(socket: Socket, reader: FrameReader, chunk: Buffer): void {
    try {
      for (const frame of reader.push(chunk)) {
        const parsed = parseFrame(frame);
        if ("problem" in parsed) this.#drop(parsed.problem);
        else if (parsed.message.type === "TaskCommand") this.#drop('"TaskCommand" is for a client to send');
        else this.#take(parsed.message);
      }
    } catch (error) {
      if (!(error instanceof FrameTooLarge)) throw error;
      this.#drop("it is too long");
      socket.destroy();
    }
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case "Ack":
        return this.#greet(message.data);
      case "TaskEvent":
        return this.#listeners.tell("TaskEvent", message.data, message.traceparent);
      case "CommandReply":
        return this.#requests.settle(message.data);
      case "TaskItem":
        return this.#listeners.tell("TaskItem", message.data);
      case "TaskContextConfirmation":
        return this.#listeners.tell("TaskContextConfirmation", message.data);
      case "Closing":
        this.#lastError = message.data.message;
        return this.#listeners.tell("Closing", message.data);
    }
  }

  #greet(ack: Ack): void {
    this.#ack = ack;
    for (const frame of this.#waiting.splice(0)) this.#socket?.write(frame(ack.clientId));
    this.#listeners.tell("Ack", ack);
  }

  #drop(problem: string): void {
    this.#options.log?.(`dropped a message: ${problem}`);
    this.#listeners.tell("error", problem);
  }

  #noServer(): RooError {
    return new RooError({
      code: "ipc_no_server",
      message: `No server could be reached at ${this.socketPath} (${this.#lastError}).`,
      next: "Start one with: roo serve --ipc PATH, or roo run --ipc PATH",
    });
  }
}
