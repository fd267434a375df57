import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "../text/is-record.ts";

/** File systems count time in steps; two writes within one look like one. */
const stepNs = 2_000_000_000n;

interface KeptParse {
  readonly stamp: string;
  readonly value: unknown;
}

/**
 * What files came to when they were last parsed, kept from one start to the next: loading parsers and schemas takes ten
 * times as long as all the rest of the configuration. Never throws; without a home folder, or with a broken file, it is empty.
 */
export class ParseCache {
  readonly #home: string;
  readonly #file: string;
  readonly #used = new Map<string, KeptParse>();
  #kept: { readonly entries: ReadonlyMap<string, unknown>; readonly savedNs: bigint } | undefined;
  #isChanged = false;

  /** One file per kind and workspace. */
  constructor(options: { home: string; kind: string; workspace: string }) {
    this.#home = options.home;
    this.#file = join(options.home, "cache", "configuration", `${options.kind}-${shortHash(options.workspace)}.json`);
  }

  /** undefined when it was never parsed, or has changed since, or so shortly before that it may have changed again unseen. */
  find(path: string): unknown {
    const { entries, savedNs } = (this.#kept ??= this.#read());
    const kept = entries.get(path);
    if (!isRecord(kept)) return undefined;
    const stamp = stampOf(path);
    if (!stamp || kept.stamp !== stamp.text || stamp.writtenNs + stepNs > savedNs) return undefined;
    this.#used.set(path, { stamp: stamp.text, value: kept.value });
    return kept.value;
  }

  /** `value` must survive JSON. */
  keep(path: string, stamp: FileStamp | undefined, value: unknown): void {
    if (!stamp) return;
    this.#used.set(path, { stamp: stamp.text, value });
    this.#isChanged = true;
  }

  /** Keeps what was found or added, and nothing else. */
  save(): void {
    if (!this.#isChanged || !existsSync(this.#home)) return;
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      this.#write(JSON.stringify({ code: codeStamp(), entries: Object.fromEntries(this.#used) }));
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

  #read(): { entries: ReadonlyMap<string, unknown>; savedNs: bigint } {
    const nothing = { entries: new Map<string, unknown>(), savedNs: 0n };
    try {
      const saved = stampOf(this.#file);
      if (!saved) return nothing;
      const content: unknown = JSON.parse(readFileSync(this.#file, "utf8"));
      if (!isRecord(content) || content.code !== codeStamp() || !isRecord(content.entries)) return nothing;
      return { entries: new Map(Object.entries(content.entries)), savedNs: saved.writtenNs };
    } catch {
      return nothing;
    }
  }
}

/** Tells two contents of a file apart without reading them. */
export interface FileStamp {
  readonly text: string;
  readonly writtenNs: bigint;
}

/** Take it before reading: a file that changes in between then counts as changed. */
export function stampOf(path: string): FileStamp | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!found) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = found;
  // The change time too: a copy that keeps the older time, and the size, is still another content.
  return { text: [dev, ino, size, mtimeNs, ctimeNs].join("-"), writtenNs: mtimeNs };
}

/** Another version of the program may parse the same file otherwise; its bundle has another name. */
function codeStamp(): string {
  return import.meta.url;
}

/** FNV-1a, in place of a cryptographic library that is slow to load: a clash costs a new parse, as the entries are paths. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
