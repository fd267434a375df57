interface NumberedFrame {
  readonly seq: number;
  readonly frame: Buffer;
}

const maxFrames = 500;
const maxBytes = 512 * 1024;

/** The newest frames of a task, so that who comes back after a moment need not be read to from the disk. */
export class RecentFrames {
  #frames: NumberedFrame[] = [];
  #bytes = 0;
  /** The last event before the first of them; undefined until it is known. */
  #before: number | undefined;

  /** What comes next follows this one. */
  begin(lastSeq: number): void {
    this.#before = lastSeq;
    this.#frames = [];
    this.#bytes = 0;
  }

  /** Must be the next one. */
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

  /** All after an event; undefined when some of them are not kept. */
  after(seq: number): readonly NumberedFrame[] | undefined {
    if (this.#before === undefined || seq < this.#before) return undefined;
    return this.#frames.slice(Math.max(0, seq - this.#before));
  }
}
