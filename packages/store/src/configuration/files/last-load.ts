import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, type Stats, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "../../is-record.ts";
import type { ConfigurationRoot } from "./configuration-root.ts";
import { stampOf } from "./confined-files.ts";

/** File timestamps are coarse; two writes within one step look like one. */
const timestampStepMs = 2_000;

export interface LastLoadOptions<Result> {
  /** The cache is kept below it. */
  readonly home: string;
  /** What is loaded; part of the name of the cache file. */
  readonly name: string;
  /** Everything the result depends on, apart from the name and the files. */
  readonly of: readonly string[];
  /** The fields of the result that are arrays. */
  readonly lists: readonly (keyof Result & string)[];
}

/**
 * The result of an earlier load, valid as long as every path examined then is unchanged: parsers, schemas and reading
 * the files take several times as long. Never throws; without a home folder, or with a broken cache file, there is none.
 */
export class LastLoad<Result extends object> {
  readonly #options: LastLoadOptions<Result>;
  readonly #file: string;

  constructor(options: LastLoadOptions<Result>) {
    const { home, name, of } = options;
    this.#options = options;
    this.#file = join(home, "cache", "configuration", `${name}-${shortHash(of.join())}.json`);
  }

  /** undefined if there is none, if something changed since, or so shortly before that a second change would be missed. */
  find(): Result | undefined {
    try {
      const saved = lstatSync(this.#file, { throwIfNoEntry: false });
      if (!saved) return undefined;
      const cached: unknown = JSON.parse(readFileSync(this.#file, "utf8"));
      if (!isRecord(cached) || cached.code !== codeStamp() || cached.of !== this.#options.of.join()) return undefined;
      const { stamps, result } = cached;
      const isSame =
        isRecord(stamps) && Object.entries(stamps).every(([path, stamp]) => isUnchanged(path, stamp, saved));
      return isSame && this.#isResult(result) ? result : undefined;
    } catch {
      return undefined;
    }
  }

  /** `result` must be JSON. A load that read no file is not cached. */
  keep(result: Result, roots: readonly ConfigurationRoot[]): void {
    const { home, of } = this.#options;
    if (!roots.some(({ hasRead }) => hasRead) || !existsSync(home)) return;
    const stamps = Object.fromEntries(roots.flatMap((root) => [...root.stamps]));
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      this.#write(JSON.stringify({ code: codeStamp(), of: of.join(), stamps, result }));
    } catch {
      // With a full disk or a read-only folder the next start takes some milliseconds longer.
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

function isUnchanged(path: string, stamp: unknown, saved: Stats): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return stampOf(found) === stamp && (found?.mtimeMs ?? 0) + timestampStepMs <= saved.mtimeMs;
}

/** Another version may read the same files differently; its bundle has another name. */
function codeStamp(): string {
  return import.meta.url;
}

/** FNV-1a, because node:crypto is slow to load. A collision only costs a reload. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
