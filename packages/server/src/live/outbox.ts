import { closeCodes, type ServerFrame } from "@roo-code/types/api";
import type { WebSocket } from "ws";

/** At most so much waits for a client that does not read; what the protocol promises is a little more. */
const mostBytes = 512 * 1024;
const mostFrames = 1_000;
/** What is told of the past waits until no more than this is under way. */
const partingMs = 5_000;
const [fewBytes, fewFrames] = [128 * 1024, 200];

/**
 * What is sent to one client. A client that reads too slowly is cut off, so that it costs neither memory nor anybody
 * else's time; it comes back and goes on from the last event it has.
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

  /** One buffer for all who get the same. */
  readonly sendRaw = (frame: Buffer): void => {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    // One that is large by itself is sent where nothing else waits.
    const waiting = socket.bufferedAmount;
    if ((waiting > 0 && waiting + frame.length > mostBytes) || this.#frames >= mostFrames) {
      this.#onSlow();
      socket.close(closeCodes.tooSlow, "it reads too slowly");
      // It is said behind what waits, if that is ever read.
      setTimeout(() => socket.terminate(), partingMs).unref();
      return;
    }
    this.#frames += 1;
    socket.send(frame, { binary: false }, this.#sent);
  };

  /** Resolves when little is under way. */
  readonly drained = (): Promise<void> => {
    if (this.#isLow()) return Promise.resolve();
    return new Promise((resolve) => this.#wake.push(resolve));
  };

  /** Whoever waits need wait no more. */
  close(): void {
    this.#release();
  }

  /** The callback comes when the frame is with the system, or lost. */
  readonly #sent = (): void => {
    this.#frames -= 1;
    if (this.#wake.length > 0 && this.#isLow()) this.#release();
  };

  #isLow(): boolean {
    const { readyState, OPEN, bufferedAmount } = this.#socket;
    return readyState !== OPEN || (bufferedAmount <= fewBytes && this.#frames <= fewFrames);
  }

  #release(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}
