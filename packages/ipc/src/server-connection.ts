import type { Socket } from "node:net";
import { encodeFrame, FrameReader, FrameTooLarge, type ReceivedFrame } from "./wire/frame.ts";
import type { IpcFailure, ServerMessage } from "./wire/ipc-message.ts";
import type { Subscription } from "./wire/task-command.ts";

export interface ConnectionLimits {
  /** Longest message that is taken from a client. */
  readonly maxFrameBytes: number;
  /** What may wait for a client that does not read; beyond either its connection is closed. */
  readonly maxQueuedBytes: number;
  readonly maxQueuedFrames: number;
}

export interface ConnectionEvents {
  readonly onFrame: (frame: ReceivedFrame) => void | Promise<void>;
  /** With why, where it was not the client's wish. */
  readonly onClose: (reason: IpcFailure | undefined) => void;
}

/** Commands of one client at a time; beyond that nothing more is read from it. */
const maxConcurrent = 64;
const patienceMs = 1_000;

/** One client of a server. Whatever it sends or does not read harms nobody else. */
export class ServerConnection {
  readonly clientId: string;
  subscription: Subscription | undefined;
  readonly #socket: Socket;
  readonly #limits: ConnectionLimits;
  readonly #reader: FrameReader;
  readonly #events: ConnectionEvents;
  #queued = 0;
  #atWork = 0;
  #reason: IpcFailure | undefined;
  #waiters: (() => void)[] = [];

  constructor(socket: Socket, options: { clientId: string; limits: ConnectionLimits } & ConnectionEvents) {
    this.clientId = options.clientId;
    this.#socket = socket;
    this.#limits = options.limits;
    this.#events = options;
    this.#reader = new FrameReader(options.limits.maxFrameBytes);
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    // A connection that breaks is closed next; there is nothing else to do about it.
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#wake();
      options.onClose(this.#reason ?? this.#cutOff());
    });
  }

  send(message: ServerMessage): void {
    this.write(Buffer.from(encodeFrame(message)));
  }

  /** A frame that may go to many. */
  write(frame: Buffer): void {
    if (!this.#isOpen) return;
    const { maxQueuedBytes, maxQueuedFrames } = this.#limits;
    if (this.#queued >= maxQueuedFrames || this.#socket.writableLength > maxQueuedBytes) {
      const message = `It does not read: ${this.#queued} messages (${this.#socket.writableLength} bytes) wait for it.`;
      this.#reason = { code: "ipc_slow_client", message };
      this.#socket.destroy();
      return;
    }
    this.#gather();
    this.#queued += 1;
    this.#socket.write(frame, () => {
      this.#queued -= 1;
      if (this.#queued === 0) this.#wake();
    });
  }

  /** All that is said in one breath leaves in one piece. */
  #gather(): void {
    if (this.#socket.writableCorked > 0) return;
    this.#socket.cork();
    process.nextTick(() => this.#socket.uncork());
  }

  /** Resolves when nothing waits for the client any more, or it is gone: for who has much to say. */
  async drained(): Promise<void> {
    while (this.#isOpen && this.#queued > 0) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** Says why and hangs up. */
  close(reason: IpcFailure): void {
    if (!this.#isOpen) return;
    this.#reason = reason;
    this.#socket.pause();
    this.#socket.end(encodeFrame({ type: "Closing", origin: "server", data: reason }));
    this.#giveUpSoon();
  }

  /** What was sent still arrives, at a client that reads. */
  end(): void {
    this.#socket.destroySoon();
    this.#giveUpSoon();
  }

  #giveUpSoon(): void {
    setTimeout(() => this.#socket.destroy(), patienceMs).unref();
  }

  get #isOpen(): boolean {
    return this.#socket.writable && this.#reason === undefined;
  }

  #receive(chunk: Buffer): void {
    if (this.#reason) return;
    try {
      for (const frame of this.#reader.push(chunk)) this.#work(frame);
    } catch (error) {
      if (!(error instanceof FrameTooLarge)) throw error;
      const message = `A message is longer than ${this.#limits.maxFrameBytes} bytes.`;
      this.close({ code: "ipc_frame_too_large", message });
    }
  }

  #work(frame: ReceivedFrame): void {
    const work = this.#events.onFrame(frame);
    if (!work) return;
    this.#atWork += 1;
    if (this.#atWork >= maxConcurrent) this.#socket.pause();
    void work.finally(() => {
      this.#atWork -= 1;
      if (this.#atWork < maxConcurrent && !this.#reason) this.#socket.resume();
    });
  }

  #cutOff(): IpcFailure | undefined {
    if (this.#reader.pending === 0) return undefined;
    return { code: "ipc_cut_off", message: `It hung up in the middle of a message (${this.#reader.pending} bytes).` };
  }

  #wake(): void {
    for (const waiter of this.#waiters.splice(0)) waiter();
  }
}
