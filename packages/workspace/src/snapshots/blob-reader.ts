import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { snapshotFailed } from "./git-program.ts";

/** Reads file contents from the store, one at a time, through a running `git cat-file --batch`. */
export class BlobReader {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.#chunks = child.stdout.iterator({ destroyOnReturn: false });
    // If git dies, its output ends; that is where it is noticed.
    child.stdin.on("error", () => undefined);
    child.on("error", () => child.stdout.destroy());
    child.stderr.resume();
  }

  async read(oid: string): Promise<Buffer> {
    this.#child.stdin.write(`${oid}\n`);
    while (!this.#rest.includes(10)) this.#rest = Buffer.concat([this.#rest, await this.#more()]);
    const end = this.#rest.indexOf(10);
    const header = this.#rest.toString("latin1", 0, end);
    const size = Number(/ blob (\d+)$/.exec(header)?.[1] ?? Number.NaN);
    if (Number.isNaN(size)) throw snapshotFailed(`an object is missing: ${header.slice(0, 80)}`);
    const parts = [this.#rest.subarray(end + 1)];
    let length = parts[0]?.length ?? 0;
    while (length < size + 1) {
      const chunk = await this.#more();
      parts.push(chunk);
      length += chunk.length;
    }
    const all = Buffer.concat(parts);
    this.#rest = all.subarray(size + 1);
    return all.subarray(0, size);
  }

  close(): void {
    this.#child.kill("SIGKILL");
  }

  async #more(): Promise<Buffer> {
    const next = await this.#chunks.next();
    if (next.done) throw snapshotFailed("git cat-file exited early.");
    return next.value;
  }
}
