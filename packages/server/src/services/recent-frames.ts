interface NumberedFrame {
  readonly seq: number;
  readonly frame: Buffer;
}

const maxFrames = 500;
const maxBytes = 512 * 1024;

/** The newest frames of a task, so that a client that reconnects soon needs no read from disk. */
export class RecentFrames {
  #frames: NumberedFrame[] = [];
  #bytes = 0;
  /** The event before the first frame; undefined until known. */
  #before: number | undefined;

  /** The next frame follows this event. */
  begin(lastSeq: number): void {
    this.#before = lastSeq;
    this.#frames = [];
    this.#bytes = 0;
  }

  /** Must be the next event. */
  add(seq: number, frame: Buffer): void {
    this.#before ??= seq - 1;
    this.#frames.push({ seq, frame });
    this.#bytes += frame.length;
    while (this.#frames.length > maxFrames || (this.#bytes > maxBytes && this.#frames.length > 0)) {
      const dropped = this.#frames.shift();
      this.#bytes -= dropped?.frame.length ?? 0;
      this.#before = dropped?.seq ?? this.#before;
    }
  }

  /** All frames after an event; undefined if some were dropped. */
  after(seq: number): readonly NumberedFrame[] | undefined {
    if (this.#before === undefined || seq < this.#before) return undefined;
    return this.#frames.slice(Math.max(0, seq - this.#before));
  }
}
