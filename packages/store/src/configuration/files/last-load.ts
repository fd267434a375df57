import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, type Stats, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "../../is-record.ts";
import type { ConfigurationRoot } from "./configuration-root.ts";
import { stampOf } from "./stamp-of.ts";

/** File systems count time in steps; two writes within one look like one. */
const stepMs = 2_000;

export interface LastLoadOptions<Result> {
  /** Where it is kept. */
  readonly home: string;
  /** What is loaded, as a part of a file's name. */
  readonly name: string;
  /** All that the result depends on beside the name and what is in files. */
  readonly of: readonly string[];
  /** The parts of a result that are lists. */
  readonly lists: readonly (keyof Result & string)[];
}

/**
 * What loading came to at an earlier start, good for as long as everything that was looked at then is as it was: parsers,
 * schemas and all that reads and joins files take several times as long. Never throws; without a home folder, or with a
 * broken file, there is none.
 */
export class LastLoad<Result extends object> {
  readonly #options: LastLoadOptions<Result>;
  readonly #file: string;

  constructor(options: LastLoadOptions<Result>) {
    const { home, name, of } = options;
    this.#options = options;
    this.#file = join(home, "cache", "configuration", `${name}-${shortHash(of.join())}.json`);
  }

  /** undefined when there is none, or something has changed since, or so shortly before that it may have changed again unseen. */
  find(): Result | undefined {
    try {
      const saved = lstatSync(this.#file, { throwIfNoEntry: false });
      if (!saved) return undefined;
      const kept: unknown = JSON.parse(readFileSync(this.#file, "utf8"));
      if (!isRecord(kept) || kept.code !== codeStamp() || kept.of !== this.#options.of.join()) return undefined;
      const { looked, result } = kept;
      const isSame = isRecord(looked) && Object.entries(looked).every(([path, stamp]) => isAsIt(path, stamp, saved));
      return isSame && this.#isResult(result) ? result : undefined;
    } catch {
      return undefined;
    }
  }

  /** `result` must survive JSON. Nothing is kept of a load that found nothing to read. */
  keep(result: Result, roots: readonly ConfigurationRoot[]): void {
    const { home, of } = this.#options;
    if (!roots.some(({ hasRead }) => hasRead) || !existsSync(home)) return;
    const looked = Object.fromEntries(roots.flatMap((root) => [...root.looked]));
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      this.#write(JSON.stringify({ code: codeStamp(), of: of.join(), looked, result }));
    } catch {
      // A full disk or a folder that cannot be written costs the next start some milliseconds.
    }
  }

  #write(content: string): void {
    const fresh = `${this.#file}.${process.pid}.tmp`;
    try {
      writeFileSync(fresh, content, { mode: 0o600 });
      renameSync(fresh, this.#file);
    } catch (error) {
      rmSync(fresh, { force: true });
      throw error;
    }
  }

  #isResult(value: unknown): value is Result {
    return isRecord(value) && this.#options.lists.every((name) => Array.isArray(value[name]));
  }
}

function isAsIt(path: string, stamp: unknown, saved: Stats): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return stampOf(found) === stamp && (found?.mtimeMs ?? 0) + stepMs <= saved.mtimeMs;
}

/** Another version of the program may read the same files otherwise; its bundle has another name. */
function codeStamp(): string {
  return import.meta.url;
}

/** FNV-1a, in place of a cryptographic library that is slow to load: a clash costs a new load. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
