import type { MeasuredAnswer } from "../calls/answer-text.ts";
import { canonicalJson } from "../catalog/canonical-json.ts";

/** The request that an answer belongs to. */
export type CacheKey =
  | { readonly kind: "tool"; readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly kind: "resource"; readonly uri: string };

interface Entry {
  readonly answer: MeasuredAnswer;
  readonly expiresAt: number;
  readonly size: number;
}

const maxEntries = 200;
const maxBytes = 8_000_000;
const maxEntryBytes = 1_000_000;

/** Cached answers of one server: limited in time and size, and cleared when something may have changed. */
export class ResponseCache {
  readonly #monotonic: () => number;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  hits = 0;
  misses = 0;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  find(key: CacheKey): MeasuredAnswer | undefined {
    const name = nameOf(key);
    const entry = this.#entries.get(name);
    const isFresh = entry !== undefined && entry.expiresAt > this.#monotonic();
    if (!isFresh) {
      this.misses += 1;
      this.#delete(name);
      return undefined;
    }
    this.hits += 1;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.answer;
  }

  keep(key: CacheKey, answer: MeasuredAnswer, ttlMs: number): void {
    const name = nameOf(key);
    const size = answer.bytes + name.length;
    this.#delete(name);
    if (answer.isError || ttlMs <= 0 || size > maxEntryBytes) return;
    this.#entries.set(name, { answer, size, expiresAt: this.#monotonic() + ttlMs });
    this.#bytes += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries && this.#bytes <= maxBytes) return;
      this.#delete(oldest);
    }
  }

  forget(kind: CacheKey["kind"], uri?: string): void {
    const prefix = uri === undefined ? `${kind} ` : nameOf({ kind: "resource", uri });
    for (const name of this.#entries.keys())
      if (uri === undefined ? name.startsWith(prefix) : name === prefix) this.#delete(name);
  }

  /** For changes through the server or outside of it. */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #delete(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.delete(name);
    this.#bytes -= entry.size;
  }
}

function nameOf(key: CacheKey): string {
  return key.kind === "tool" ? `tool ${key.tool} ${canonicalJson(key.arguments)}` : `resource ${key.uri}`;
}
