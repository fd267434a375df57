import type { Socket } from "node:net";
import { RooError, systemErrorCode } from "@roo-code/types";
import { ClientRequests } from "./client-requests.ts";
import { Listeners } from "./listeners.ts";
import { connectToSocket, requireShortPath } from "./socket/socket-path.ts";
import { encodeFrame, FrameReader, FrameTooLarge } from "./wire/frame.ts";
import type { Ack, IpcFailure, ServerMessage, TaskContextConfirmation, TaskItem } from "./wire/ipc-message.ts";
import { parseFrame } from "./wire/parse-frame.ts";
import type { TaskCommandInput } from "./wire/task-command.ts";
import type { RooEvent } from "./wire/task-event.ts";

export interface IpcClientOptions {
  /** Receives, among others, a line for each dropped message. */
  readonly log?: (line: string) => void;
  /** Whether to reconnect after the connection is lost, without a limit; default: true. */
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
  /** Why the server closes the connection. */
  Closing: [reason: IpcFailure];
  /** An invalid message was dropped. */
  error: [problem: string];
};

const connectTimeoutMs = 30_000;
const replyTimeoutMs = 30_000;
const maxWaiting = 1_000;

/** Controls a program that runs tasks: Roo Code, or ours. Connects on construction and reconnects until `disconnect`. */
export class IpcClient {
  readonly socketPath: string;
  readonly #options: IpcClientOptions;
  readonly #listeners = new Listeners<IpcClientEvents>();
  readonly #requests = new ClientRequests();
  #socket: Socket | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  #ack: Ack | undefined;
  #lastError = "no answer";
  /** Commands sent before the server was ready. */
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

  /** Resolves once the server has sent its `Ack`. Throws `RooError` `ipc_no_server` after the timeout. */
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
          if (this.#isClosed) giveUp();
        }),
      ];
      const timer = setTimeout(giveUp, this.#isClosed ? 0 : timeoutMs);
    });
  }

  /** Sends at once, or as soon as the server is ready. Results arrive as events, if at all. */
  sendCommand(command: TaskCommandInput, options: SendOptions = {}): void {
    this.#send(command, options);
  }

  /** Sends and waits for the reply. Throws the server's `RooError`; `ipc_no_reply` if the server does not support replies. */
  async request(command: TaskCommandInput, options: SendOptions & { readonly timeoutMs?: number } = {}): Promise<void> {
    const { timeoutMs = replyTimeoutMs, ...rest } = options;
    const { requestId, reply } = this.#requests.open(timeoutMs);
    this.#send(command, { ...rest, requestId });
    await reply;
  }

  /** Closes the connection without reconnecting. */
  disconnect(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#requests.failAll("The connection was closed.");
    // Commands already written are still sent.
    this.#socket?.destroySoon();
  }

  #send(command: TaskCommandInput, extra: SendOptions & { requestId?: string }): void {
    const frame = (clientId: string) =>
      encodeFrame({ type: "TaskCommand", origin: "client", clientId, data: command, ...extra });
    if (this.#ack && this.#socket?.writable) {
      this.#socket.write(frame(this.#ack.clientId));
      return;
    }
    if (this.#isClosed || this.#waiting.length >= maxWaiting) throw this.#noServer();
    this.#waiting.push(frame);
  }

  #connect(): void {
    const reader = new FrameReader(this.#options.maxFrameBytes ?? 64 * 1024 * 1024);
    const socket = connectToSocket(this.socketPath);
    this.#socket = socket;
    socket.on("connect", () => this.#listeners.emit("Connect"));
    socket.on("data", (chunk: Buffer) => this.#receive(socket, reader, chunk));
    socket.on("error", (error) => {
      this.#lastError = systemErrorCode(error) ?? error.message;
    });
    socket.on("close", () => this.#lost());
  }

  #lost(): void {
    if (this.#options.reconnect === false) this.#isClosed = true;
    // Commands that wait for the first `Ack` have not been sent yet and will be.
    if (this.#ack || this.#isClosed) this.#requests.failAll("The connection was lost.");
    this.#ack = undefined;
    if (!this.#isClosed) this.#retry = setTimeout(() => this.#connect(), this.#options.retryMs ?? 500);
    this.#listeners.emit("Disconnect");
  }

  #receive(socket: Socket, reader: FrameReader, chunk: Buffer): void {
    try {
      for (const frame of reader.push(chunk)) {
        const parsed = parseFrame(frame);
        if ("problem" in parsed) this.#drop(parsed.problem);
        else if (parsed.message.type === "TaskCommand") this.#drop('"TaskCommand" is sent by clients only');
        else this.#dispatch(parsed.message);
      }
    } catch (error) {
      if (!(error instanceof FrameTooLarge)) throw error;
      this.#drop("too long");
      socket.destroy();
    }
  }

  #dispatch(message: ServerMessage): void {
    switch (message.type) {
      case "Ack":
        return this.#acknowledged(message.data);
      case "TaskEvent":
        return this.#listeners.emit("TaskEvent", message.data, message.traceparent);
      case "CommandReply":
        return this.#requests.settle(message.data);
      case "TaskItem":
        return this.#listeners.emit("TaskItem", message.data);
      case "TaskContextConfirmation":
        return this.#listeners.emit("TaskContextConfirmation", message.data);
      case "Closing":
        this.#lastError = message.data.message;
        return this.#listeners.emit("Closing", message.data);
    }
  }

  #acknowledged(ack: Ack): void {
    this.#ack = ack;
    for (const frame of this.#waiting.splice(0)) this.#socket?.write(frame(ack.clientId));
    this.#listeners.emit("Ack", ack);
  }

  #drop(problem: string): void {
    this.#options.log?.(`dropped a message: ${problem}`);
    this.#listeners.emit("error", problem);
  }

  #noServer(): RooError {
    return new RooError({
      code: "ipc_no_server",
      message: `Could not connect to a server at ${this.socketPath} (${this.#lastError}).`,
      next: "Start one with: roo serve --ipc PATH, or roo run --ipc PATH",
    });
  }
}
