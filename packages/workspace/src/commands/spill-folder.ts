import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SpillFile } from "./spill-file.ts";

export interface SpillLimits {
  readonly maxFileBytes: number;
  /** Of all files together; the oldest make room. */
  readonly maxBytes: number;
}

export const spillLimits: SpillLimits = { maxFileBytes: 64 * 1024 ** 2, maxBytes: 512 * 1024 ** 2 };

const artifactName = /^cmd-(\d{1,15})\.txt$/;

/** Where the whole output of commands is kept: the host's folder, or one of our own that goes with us. */
export class SpillFolder {
  readonly #given: string | undefined;
  readonly #limits: SpillLimits;
  #own: string | undefined;
  #number: number;

  constructor(given: string | undefined, limits: SpillLimits = spillLimits) {
    this.#given = given;
    this.#limits = limits;
    // A task that is taken up again goes on counting.
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

  /** The file of an artifact, if it is one of ours; undefined where none is. */
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
