import type { BuildProgress, IndexStatus } from "@roo-code/host/code-index";

/** One line that is overwritten on a terminal; in a pipe, a line every few seconds. */
export class IndexProgress {
  readonly #out: NodeJS.WriteStream;
  readonly #started = performance.now();
  #lastShown = 0;
  #isLineOpen = false;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  show({ done, total }: BuildProgress): void {
    const now = performance.now();
    if (total === 0 || now - this.#lastShown < (this.#out.isTTY ? 100 : 5000)) return;
    this.#lastShown = now;
    const percent = Math.floor((done / total) * 100);
    const rate = Math.round(done / Math.max(this.seconds, 0.001));
    const line = `indexing  ${String(percent).padStart(3)} %  ${done} of ${total} files  ${rate} files/s`;
    this.#out.write(this.#out.isTTY ? `\r\u001B[K${line}` : `${line}\n`);
    this.#isLineOpen = this.#out.isTTY;
  }

  /** May be called twice. */
  end(): void {
    if (this.#isLineOpen) this.#out.write("\r\u001B[K");
    this.#isLineOpen = false;
  }
}

type Totals = Pick<IndexStatus, "chunks"> & { readonly seconds: number };

/** The result of a build. */
export function formatOutcome(done: BuildProgress, { chunks, seconds }: Totals): string {
  const { total, removed, files, skipped, isTruncated } = done;
  const rate = seconds > 0 ? `, ${Math.round(total / seconds)} files/s` : "";
  const work = `${total} read and ${removed} removed in ${seconds.toFixed(1)} s${rate}`;
  const reasons = [...skipped].map(([reason, count]) => `${count} ${reason}`).join(", ");
  return [
    `${files} files in ${chunks} chunks; ${total + removed === 0 ? "nothing has changed" : work}`,
    ...(reasons ? [`skipped: ${reasons}`] : []),
    ...(isTruncated ? ["Too many files: the rest is not indexed. Exclude folders in .rooignore."] : []),
  ].join("\n");
}
