import { closeCodes, type ServerFrame } from "@roo-code/types/api";
import type { WebSocket } from "ws";
import type { Services } from "../services/services.ts";

/** The most that is buffered for a client that does not read; the documented limit is a little higher. */
const maxBytes = 512 * 1024;
const maxFrames = 1_000;
const closeGraceMs = 5_000;
/** Past events are sent only while no more than this is buffered. */
const [lowBytes, lowFrames] = [128 * 1024, 200];

/**
 * Frames to one client. A client that reads too slowly is disconnected, so that it does not cost memory or slow down
 * others; it reconnects and continues after the last event it has.
 */
export class Outbox {
  readonly #socket: WebSocket;
  readonly #onSlow: () => void;
  #frames = 0;
  #wake: (() => void)[] = [];

  constructor(socket: WebSocket, onSlow: () => void) {
    this.#socket = socket;
    this.#onSlow = onSlow;
  }

  send(frame: ServerFrame): void {
    this.sendRaw(Buffer.from(JSON.stringify(frame)));
  }

  /** One buffer may be shared by several clients. */
  readonly sendRaw = (frame: Buffer): void => {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    // A single large frame may be sent when nothing else is buffered.
    const waiting = socket.bufferedAmount;
    if ((waiting > 0 && waiting + frame.length > maxBytes) || this.#frames >= maxFrames) {
      this.#onSlow();
      socket.close(closeCodes.tooSlow, "client reads too slowly");
      // The close frame queues behind the buffered ones, which may never be read.
      setTimeout(() => socket.terminate(), closeGraceMs).unref();
      return;
    }
    this.#frames += 1;
    socket.send(frame, { binary: false }, this.#sent);
  };

  /** Resolves when little is buffered, or on close. */
  readonly drained = (): Promise<void> => {
    if (this.#isLow()) return Promise.resolve();
    return new Promise((resolve) => this.#wake.push(resolve));
  };

  /** Resolves everyone waiting in `drained`. */
  close(): void {
    this.#release();
  }

  /** Called when the frame is handed to the system, or lost. */
  readonly #sent = (): void => {
    this.#frames -= 1;
    if (this.#wake.length > 0 && this.#isLow()) this.#release();
  };

  #isLow(): boolean {
    const { readyState, OPEN, bufferedAmount } = this.#socket;
    return readyState !== OPEN || (bufferedAmount <= lowBytes && this.#frames <= lowFrames);
  }

  #release(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

/** Shared by the parts of a connection. */
export interface ConnectionContext {
  readonly services: Services;
  readonly outbox: Outbox;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}
