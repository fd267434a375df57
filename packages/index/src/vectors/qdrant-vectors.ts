import { RooError } from "@roo-code/types";
import { postJson } from "../embed/post-json.ts";
import type { NearestOptions, Neighbour, VectorEntry, VectorStore } from "./vector-store.ts";

export interface QdrantOptions {
  /** Such as `http://localhost:6333`. */
  readonly url: string;
  readonly key: string | undefined;
  /** One per workspace. */
  readonly collection: string;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Vectors in a Qdrant server: points have the index's chunk ids and list their folders. */
export class QdrantVectors implements VectorStore {
  readonly id: string;
  readonly #options: QdrantOptions;
  #isReady = false;

  constructor(options: QdrantOptions) {
    this.#options = { ...options, url: options.url.replace(/\/+$/, "") };
    this.id = `qdrant:${this.#options.url}`;
  }

  async put(entries: readonly VectorEntry[], signal?: AbortSignal): Promise<void> {
    const [first] = entries;
    if (!first) return;
    await this.#ensureCollection(first.vector.length);
    const points = entries.map(({ id, path, vector }) => ({
      id,
      vector: Array.from(vector),
      payload: { within: pathAndFolders(path) },
    }));
    await this.#send("PUT", "/points?wait=true", { body: { points }, signal });
  }

  async remove(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.#send("POST", "/points/delete?wait=true", { body: { points: ids } });
  }

  async clear(): Promise<void> {
    this.#isReady = false;
    await this.#tolerate(404, () => this.#send("DELETE", ""));
  }

  async nearest(vector: Float32Array, { limit, folder, signal }: NearestOptions): Promise<readonly Neighbour[]> {
    const filter = folder === "." ? undefined : { must: [{ key: "within", match: { value: folder } }] };
    const body = { query: Array.from(vector), limit, filter };
    const answer = await this.#send("POST", "/points/query", { body, signal });
    return pointsIn(answer);
  }

  /** Each request opens its own connection. */
  async close(): Promise<void> {}

  async #ensureCollection(size: number): Promise<void> {
    if (this.#isReady) return;
    // It may exist already, from an earlier update of this index.
    await this.#tolerate(409, () => this.#send("PUT", "", { body: { vectors: { size, distance: "Cosine" } } }));
    this.#isReady = true;
  }

  /** A response with this status does not count as a failure. */
  async #tolerate(status: number, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RooError) || !error.message.includes(`answered ${status} `)) throw error;
    }
  }

  #send(
    method: "POST" | "PUT" | "DELETE",
    path: string,
    { body, signal = new AbortController().signal }: { body?: unknown; signal?: AbortSignal } = {},
  ): Promise<unknown> {
    const { url, key, collection, wait } = this.#options;
    return postJson({
      vendor: "Qdrant",
      method,
      url: `${url}/collections/${collection}${path}`,
      headers: key ? { "api-key": key } : {},
      body,
      key,
      signal,
      wait,
    });
  }
}

/** `a/b/c.ts` → `a`, `a/b`, `a/b/c.ts`. */
function pathAndFolders(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function pointsIn(answer: unknown): Neighbour[] {
  const result: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "result") : undefined;
  const points: unknown = typeof result === "object" && result !== null ? Reflect.get(result, "points") : undefined;
  if (!Array.isArray(points)) return [];
  return points.flatMap((point: unknown) => {
    if (typeof point !== "object" || point === null) return [];
    const [id, score]: unknown[] = [Reflect.get(point, "id"), Reflect.get(point, "score")];
    return typeof id === "number" && typeof score === "number" ? { id, score } : [];
  });
}
