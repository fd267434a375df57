import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface SpillLimits {
  readonly maxFileBytes: number;
  /** Of all files together; the oldest are deleted. */
  readonly maxBytes: number;
}

const spillLimits: SpillLimits = { maxFileBytes: 64 * 1024 ** 2, maxBytes: 512 * 1024 ** 2 };

const artifactName = /^cmd-(\d{1,15})\.txt$/;

/** Where the complete output of commands is kept: the host's folder, or a temporary one. */
export class SpillFolder {
  readonly #given: string | undefined;
  readonly #limits: SpillLimits;
  #own: string | undefined;
  #number: number;

  constructor(given: string | undefined, limits: SpillLimits = spillLimits) {
    this.#given = given;
    this.#limits = limits;
    // A resumed task continues counting.
    this.#number = Math.max(0, ...(given === undefined ? [] : numbersIn(given)));
  }

  nextId(): string {
    this.#number += 1;
    return `cmd-${this.#number}`;
  }

  open(id: string): SpillFile {
    const locate = (): string => {
      const folder = this.#folder();
      this.#makeRoom(folder);
      return join(folder, `${id}.txt`);
    };
    return new SpillFile(locate, this.#limits.maxFileBytes);
  }

  /** The file of an artifact, if it is in this folder; undefined if there is none. */
  find(artifact: string): string | undefined {
    const folder = this.#given ?? this.#own;
    if (folder === undefined || !artifactName.test(artifact)) return undefined;
    const path = join(folder, artifact);
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? path : undefined;
  }

  /** May be called twice. */
  dispose(): void {
    if (this.#own !== undefined) rmSync(this.#own, { recursive: true, force: true });
    this.#own = undefined;
  }

  #folder(): string {
    if (this.#given !== undefined) {
      mkdirSync(this.#given, { recursive: true, mode: 0o700 });
      return this.#given;
    }
    this.#own ??= mkdtempSync(join(tmpdir(), "roo-output-"));
    return this.#own;
  }

  #makeRoom(folder: string): void {
    const files = numbersIn(folder)
      .toSorted((left, right) => left - right)
      .map((number) => join(folder, `cmd-${number}.txt`));
    const sizes = files.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    let total = sizes.reduce((sum, size) => sum + size, 0) + this.#limits.maxFileBytes;
    for (const [index, path] of files.entries()) {
      if (total <= this.#limits.maxBytes) return;
      rmSync(path, { force: true });
      total -= sizes[index] ?? 0;
    }
  }
}

function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder)
      .flatMap((name) => artifactName.exec(name)?.[1] ?? [])
      .map(Number);
  } catch {
    return [];
  }
}

/** The beginning of a command's output on disk, up to a limit. A disk error ends it early, without affecting the command. */
export class SpillFile {
  /** Empty if no file could be created. */
  readonly path: string = "";
  readonly #maxBytes: number;
  #descriptor: number | undefined;
  #size = 0;

  /** `locate` returns the path, and may throw. */
  constructor(locate: () => string, maxBytes: number) {
    this.#maxBytes = maxBytes;
    try {
      this.path = locate();
      this.#descriptor = openSync(this.path, "wx", 0o600);
    } catch {
      // Its size shows that it is empty.
    }
  }

  /** Bytes in the file. */
  get size(): number {
    return this.#size;
  }

  push(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, this.#maxBytes - this.#size);
    if (this.#descriptor === undefined || kept.length === 0) return;
    try {
      this.#size += writeSync(this.#descriptor, kept);
    } catch {
      this.end();
    }
    if (this.#size >= this.#maxBytes) this.end();
  }

  /** May be called twice. */
  end(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
