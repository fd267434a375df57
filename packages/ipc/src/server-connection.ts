import type { Socket } from "node:net";
import { encodeFrame, FrameReader, FrameTooLarge, type ReceivedFrame } from "./wire/frame.ts";
import type { IpcFailure, ServerMessage } from "./wire/ipc-message.ts";
import type { Subscription } from "./wire/task-command.ts";

export interface ConnectionLimits {
  /** Of one message from a client. */
  readonly maxFrameBytes: number;
  /** Of messages queued for a client that does not read; beyond either limit its connection is closed. */
  readonly maxQueuedBytes: number;
  readonly maxQueuedFrames: number;
}

export interface ConnectionEvents {
  readonly onFrame: (frame: ReceivedFrame) => void | Promise<void>;
  /** With a reason unless the client closed the connection. */
  readonly onClose: (reason: IpcFailure | undefined) => void;
}

/** Concurrent commands of one client; at this number reading from it pauses. */
const maxConcurrent = 64;
/** For the client to read the last messages. */
const closeTimeoutMs = 1_000;

/** One client of a server. What it sends or fails to read cannot affect other clients. */
export class ServerConnection {
  readonly clientId: string;
  subscription: Subscription | undefined;
  readonly #socket: Socket;
  readonly #limits: ConnectionLimits;
  readonly #reader: FrameReader;
  readonly #events: ConnectionEvents;
  #queued = 0;
  #running = 0;
  #reason: IpcFailure | undefined;
  #waiters: (() => void)[] = [];

  constructor(socket: Socket, options: { clientId: string; limits: ConnectionLimits } & ConnectionEvents) {
    this.clientId = options.clientId;
    this.#socket = socket;
    this.#limits = options.limits;
    this.#events = options;
    this.#reader = new FrameReader(options.limits.maxFrameBytes);
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    // "close" follows and handles it.
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#wake();
      options.onClose(this.#reason ?? this.#cutOff());
    });
  }

  send(message: ServerMessage): void {
    this.write(Buffer.from(encodeFrame(message)));
  }

  /** Sends an encoded frame, which several clients may share. */
  write(frame: Buffer): void {
    if (!this.#isOpen) return;
    const { maxQueuedBytes, maxQueuedFrames } = this.#limits;
    if (this.#queued >= maxQueuedFrames || this.#socket.writableLength > maxQueuedBytes) {
      const message = `The client does not read: ${this.#queued} messages (${this.#socket.writableLength} bytes) are queued.`;
      this.#reason = { code: "ipc_slow_client", message };
      this.#socket.destroy();
      return;
    }
    this.#batchWrites();
    this.#queued += 1;
    this.#socket.write(frame, () => {
      this.#queued -= 1;
      if (this.#queued === 0) this.#wake();
    });
  }

  /** Everything written in the same tick is sent at once. */
  #batchWrites(): void {
    if (this.#socket.writableCorked > 0) return;
    this.#socket.cork();
    process.nextTick(() => this.#socket.uncork());
  }

  /** Resolves when nothing is queued or the client is gone. Await it before sending many messages. */
  async drained(): Promise<void> {
    while (this.#isOpen && this.#queued > 0) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** Sends the reason and closes the connection. */
  close(reason: IpcFailure): void {
    if (!this.#isOpen) return;
    this.#reason = reason;
    this.#socket.pause();
    this.#socket.end(encodeFrame({ type: "Closing", origin: "server", data: reason }));
    this.#destroyLater();
  }

  /** Closes the connection after the queued messages, if the client reads them. */
  end(): void {
    this.#socket.destroySoon();
    this.#destroyLater();
  }

  #destroyLater(): void {
    setTimeout(() => this.#socket.destroy(), closeTimeoutMs).unref();
  }

  get #isOpen(): boolean {
    return this.#socket.writable && this.#reason === undefined;
  }

  #receive(chunk: Buffer): void {
    if (this.#reason) return;
    try {
      for (const frame of this.#reader.push(chunk)) this.#handle(frame);
    } catch (error) {
      if (!(error instanceof FrameTooLarge)) throw error;
      const message = `The message is longer than ${this.#limits.maxFrameBytes} bytes.`;
      this.close({ code: "ipc_frame_too_large", message });
    }
  }

  #handle(frame: ReceivedFrame): void {
    const work = this.#events.onFrame(frame);
    if (!work) return;
    this.#running += 1;
    if (this.#running >= maxConcurrent) this.#socket.pause();
    void work.finally(() => {
      this.#running -= 1;
      if (this.#running < maxConcurrent && !this.#reason) this.#socket.resume();
    });
  }

  #cutOff(): IpcFailure | undefined {
    if (this.#reader.pending === 0) return undefined;
    return {
      code: "ipc_cut_off",
      message: `The client disconnected in the middle of a message (${this.#reader.pending} bytes).`,
    };
  }

  #wake(): void {
    for (const waiter of this.#waiters.splice(0)) waiter();
  }
}
