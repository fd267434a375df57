import type { MeasuredAnswer } from "../calls/answer-text.ts";
import { canonicalJson } from "../catalog/canonical-json.ts";

/** What an answer was given to. */
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
const largestEntry = 1_000_000;

/** Answers of one server that may be given again: for a time, up to a size, and until something says that they are old. */
export class ResponseCache {
  readonly #monotonic: () => number;
  /** In the order of their last use. */
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
    if (answer.isError || ttlMs <= 0 || size > largestEntry) return;
    this.#entries.set(name, { answer, size, expiresAt: this.#monotonic() + ttlMs });
    this.#bytes += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries && this.#bytes <= maxBytes) return;
      this.#delete(oldest);
    }
  }

  forget(kind: CacheKey["kind"], uri?: string): void {
    const begin = uri === undefined ? `${kind} ` : nameOf({ kind: "resource", uri });
    for (const name of this.#entries.keys())
      if (uri === undefined ? name.startsWith(begin) : name === begin) this.#delete(name);
  }

  /** Something was changed through the server, or beside it. */
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
