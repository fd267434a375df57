import { createServer } from "node:net";
import { inspect } from "node:util";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import * as fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPostgres, type PrivatePostgres, startPostgres } from "../../test/private-postgres.ts";
import { createTempIndex } from "../../test/temp-index.ts";
import { PgvectorVectors } from "./pgvector-vectors.ts";
import { postgresAddress } from "./postgres-address.ts";

const programs = findPostgres();

describe.skipIf(!programs)("vectors in PostgreSQL (needs PostgreSQL with pgvector)", () => {
  let server: PrivatePostgres;
  let admin: Client;

  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
    admin = new Client(server.url("postgres"));
    await admin.connect();
    for (const name of ["code", "plain", "elsewhere", "fresh"]) await admin.query(`CREATE DATABASE ${name}`);
    await within("code", (client) => client.query(`CREATE EXTENSION vector`));
    await within("fresh", (client) => client.query(`CREATE EXTENSION vector`));
    await within("elsewhere", (client) => client.query(`CREATE SCHEMA "Odd ""one"`));
    await within("elsewhere", (client) => client.query(`CREATE EXTENSION vector SCHEMA "Odd ""one"`));
  });

  afterAll(async () => {
    await admin?.end();
    await server?.[Symbol.asyncDispose]();
  });

  async function within(database: string, work: (client: Client) => Promise<unknown>): Promise<void> {
    const client = new Client(server.url(database));
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }

  function openStore({ key = "k", database = "code", url = server.url(database) } = {}): OpenStore {
    const store = new PgvectorVectors({ address: postgresAddress(url, {}), key });
    return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
  }

  it("puts, replaces, finds by the angle, removes and clears", async () => {
    await using store = openStore({ key: "basic" });
    expect(await store.nearest(Float32Array.of(1, 0), everywhere)).toEqual([]);
    await store.remove([1]);
    await store.put([]);
    await store.put([entry(1, [3, 0]), entry(2, [1, 1]), entry(3, [-1, 0]), entry(4, [0, 0]), entry(5, [1, 0])]);
    await store.put([entry(5, [9, 9]), entry(5, [0, 2])]);
    const found = await store.nearest(Float32Array.of(1, 0.001), everywhere);
    expect(found.map(({ id }) => id)).toEqual([1, 2, 5]);
    expect(found.map(({ score }) => score)).toEqual([1, Math.SQRT1_2, 0].map((score) => expect.closeTo(score, 2)));
    expect(await store.nearest(Float32Array.of(1, 0), { limit: 1, folder: "." })).toHaveLength(1);
    await store.remove([1, 77]);
    expect((await store.nearest(Float32Array.of(1, 0), everywhere)).map(({ id }) => id)).toEqual([2]);
    await store.clear();
    await store.clear();
    expect(await store.nearest(Float32Array.of(1, 0), everywhere)).toEqual([]);
  });

  it("stays below a folder, or in a file", async () => {
    await using store = openStore({ key: "folders" });
    const paths = ["a/b.ts", "ab/c.ts", "a/d/e.ts", `it's "50%"/_x.ts`, "日本/😀.ts", "a_/x.ts"];
    await store.put(paths.map((path, id) => ({ id, path, vector: Float32Array.of(1, id / 10) })));
    const below = async (folder: string) =>
      (await store.nearest(Float32Array.of(1, 0), { limit: 9, folder })).map(({ id }) => paths[id]);
    expect(await below("a")).toEqual(["a/b.ts", "a/d/e.ts"]);
    expect(await below("a/d/e.ts")).toEqual(["a/d/e.ts"]);
    expect(await below(`it's "50%"`)).toEqual([`it's "50%"/_x.ts`]);
    expect(await below("日本")).toEqual(["日本/😀.ts"]);
    expect(await below(".")).toEqual(paths);
  });

  it("finds what a direct comparison finds", async () => {
    await using store = openStore({ key: "property" });
    const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 30 }), values, async (vectors, question) => {
        fc.pre(question.some(Boolean));
        await store.clear();
        await store.put(vectors.map((vector, id) => entry(id, vector)));
        const found = await store.nearest(Float32Array.from(question), everywhere);
        const scores = vectors.map((vector) => cosine(vector, question)).filter((score) => score > 1e-6);
        const expected = scores.toSorted((left, right) => right - left).map((score) => expect.closeTo(score, 4));
        expect(found.map(({ score }) => score).filter((score) => score > 1e-6)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it("writes thousands of vectors at once, and vectors longer than a page", async () => {
    await using store = openStore({ key: "many" });
    await store.put(Array.from({ length: 1201 }, (_, id) => entry(id, [1, id])));
    expect(await store.nearest(Float32Array.of(1, 0), { limit: 5000, folder: "." })).toHaveLength(1201);
    await store.clear();
    await store.put([{ id: 1, path: "a", vector: new Float32Array(3072).fill(0.1) }]);
    expect(await store.nearest(new Float32Array(3072).fill(1), everywhere)).toHaveLength(1);
  });

  it("stores a vector with a number that is not finite as zeros", async () => {
    await using store = openStore({ key: "finite" });
    await store.put([entry(1, [Number.POSITIVE_INFINITY, 1]), entry(2, [1, 1])]);
    expect((await store.nearest(Float32Array.of(1, 1), everywhere)).map(({ id }) => id)).toEqual([2]);
  });

  it("refuses a batch with other dimensions, and writes none of it", async () => {
    await using store = openStore({ key: "dimensions" });
    await store.put([entry(1, [1, 0])]);
    const mismatch = { code: "store_mismatch", message: expect.stringContaining("have 2 dimensions") };
    await expect(store.put([entry(2, [1, 0]), entry(3, [1, 0, 0])])).rejects.toMatchObject(mismatch);
    await expect(store.nearest(Float32Array.of(1, 0, 0), everywhere)).rejects.toMatchObject(mismatch);
    expect((await store.nearest(Float32Array.of(1, 0), everywhere)).map(({ id }) => id)).toEqual([1]);
    await store.clear();
    await store.put([entry(3, [1, 0, 0])]);
    expect(await store.nearest(Float32Array.of(1, 0, 0), everywhere)).toHaveLength(1);
  });

  it("reports how to install the extension, which need not be on the search path", async () => {
    await using plain = openStore({ database: "plain" });
    const missing = { code: "store_refused", next: expect.stringContaining("CREATE EXTENSION vector") };
    await plain.clear();
    await expect(plain.put([entry(1, [1])])).rejects.toMatchObject(missing);
    await expect(plain.nearest(Float32Array.of(1), everywhere)).rejects.toMatchObject(missing);
    await using elsewhere = openStore({ database: "elsewhere" });
    await elsewhere.put([entry(1, [1])]);
    expect(await elsewhere.nearest(Float32Array.of(1), everywhere)).toEqual([{ id: 1, score: 1 }]);
  });

  it("encrypts if the URL requires it, or prefers it and the server supports it", async () => {
    await using required = openStore({ key: "tls", url: `${server.url("code")}?sslmode=require` });
    const refused = { code: "store_unreachable", message: expect.stringContaining("does not support SSL") };
    await expect(required.clear()).rejects.toMatchObject(refused);
    await using preferred = openStore({ key: "tls", url: `${server.url("code")}?sslmode=prefer` });
    await preferred.put([entry(1, [1])]);
    expect(await preferred.nearest(Float32Array.of(1), everywhere)).toHaveLength(1);
  });

  it("reports connection failures without the password", async () => {
    const silent = createServer((socket) => socket.destroy());
    const silentPort = await listenOnLoopback(silent);
    const at = (rest: string) => `postgres://me:s3cret-word@127.0.0.1:${rest}`;
    const wrong = [
      { url: at(`${server.port}/code`), expected: { code: "store_refused", next: /PGPASSWORD/ } },
      { url: server.url("none"), expected: { code: "store_refused", next: /Create the database/ } },
      { url: at("1/code"), expected: { code: "store_unreachable", next: /server is running/ } },
      { url: at(`${silentPort}/code`), expected: { code: "store_unreachable", next: /server is running/ } },
    ];
    for (const { url, expected } of wrong) {
      await using store = openStore({ url });
      const error = await store.put([entry(1, [1])]).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: expected.code, next: expect.stringMatching(expected.next) });
      const shown = inspect({ error, id: store.id, store }, { depth: 9, showHidden: true });
      expect(shown).not.toContain(server.password);
      expect(inspect({ error, id: store.id })).not.toContain("s3cret-word");
    }
    silent.close();
  });

  it("names the missing privilege", async () => {
    await within("fresh", (client) => client.query(`CREATE ROLE guest LOGIN PASSWORD 'g'`));
    await using guest = openStore({ url: `postgres://guest:g@127.0.0.1:${server.port}/fresh` });
    const refused = { code: "store_refused", next: expect.stringContaining("CREATE SCHEMA roo_index") };
    await expect(guest.put([entry(1, [1])])).rejects.toMatchObject(refused);
    await within("fresh", (client) => client.query(`CREATE SCHEMA roo_index AUTHORIZATION guest`));
    await guest.put([entry(1, [1])]);
    await within("fresh", (client) => client.query(`DROP SCHEMA roo_index CASCADE`));
  });

  it("supports concurrent first writes, to one table and to several", async () => {
    const stores = Array.from({ length: 10 }, (_, at) => openStore({ database: "fresh", key: `k${at % 3}` }));
    await Promise.all(stores.map((store, at) => store.put([entry(at, [1, at]), entry(99, [1, at])])));
    const found = await stores[0]?.nearest(Float32Array.of(1, 1), everywhere);
    expect(found?.map(({ id }) => id).toSorted((left, right) => left - right)).toEqual([0, 3, 6, 9, 99]);
    await Promise.all(stores.map((store, at) => (at % 2 ? store.clear() : store.put([entry(at, [1, at])]))));
    await Promise.all(stores.map((store) => store.close()));
  });

  it("closes its connections, and reopens them when used again", async () => {
    const store = openStore({ url: `${server.url("code")}?application_name=closing`, key: "closing" });
    const open = async () => {
      const name = "WHERE application_name = 'closing'";
      const { rows } = await admin.query(`SELECT count(*)::int AS n FROM pg_stat_activity ${name}`);
      return rows[0]?.n;
    };
    await store.put([entry(1, [1])]);
    expect(await open()).toBe(1);
    await store.close();
    await store.close();
    await expect.poll(open).toBe(0);
    expect(await store.nearest(Float32Array.of(1), everywhere)).toHaveLength(1);
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'closing'");
    await expect.poll(() => store.nearest(Float32Array.of(1), everywhere).catch(() => [])).toHaveLength(1);
    await store.close();
  });

  it("stops when aborted, even while waiting, and writes nothing", async () => {
    await using store = openStore({ key: "abort" });
    await store.put([entry(1, [1])]);
    await expect(store.put([entry(2, [1])], AbortSignal.abort(new Error("no")))).rejects.toThrow("no");
    const abort = new AbortController();
    await within("code", async (client) => {
      await client.query("BEGIN");
      await client.query("SELECT pg_advisory_xact_lock(hashtext('roo_index'), hashtext('abort'))");
      const put = store.put([entry(2, [1])], abort.signal);
      const waiting = async () => (await admin.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount;
      await expect.poll(waiting).toBe(1);
      abort.abort(new Error("enough"));
      await expect(put).rejects.toThrow("enough");
      await client.query("COMMIT");
    });
    await store.remove([7]);
    expect((await store.nearest(Float32Array.of(1), everywhere)).map(({ id }) => id)).toEqual([1]);
  });

  it("serves an index, whose status shows no password", async () => {
    const files = {
      "src/retry.ts": "export const waitBeforeRetry = 1;\n",
      "docs/zebra.md": "# Zebras\n\nIn Africa.\n",
    };
    const settings = { store: "pgvector", storeUrl: server.url("code") } as const;
    await using made = createTempIndex(files, { settings });
    await made.index.build();
    const request = { query: "retry", limit: 5, signal: new AbortController().signal, report: () => undefined };
    expect((await made.index.searchBy("vectors", request)).hits[0]?.path).toBe("src/retry.ts");
    expect(
      (await made.index.searchBy("vectors", { ...request, path: "docs" })).hits.map(({ path }) => path),
    ).not.toContain("src/retry.ts");
    expect((await made.index.status()).vectors).toBe(`pgvector:postgres://me@127.0.0.1:${server.port}/code`);
    const other = made.again();
    expect((await other.searchBy("vectors", request)).hits[0]?.path).toBe("src/retry.ts");
    made.temp.write("src/retry.ts", "export const invoiceTotal = 1;\n");
    await other.build();
    expect((await made.index.searchBy("vectors", { ...request, query: "total" })).hits[0]?.text).toContain(
      "invoiceTotal",
    );
  });
});

type OpenStore = PgvectorVectors & AsyncDisposable;

const everywhere = { limit: 50, folder: "." };

function entry(id: number, values: readonly number[]) {
  return { id, path: `${id}.ts`, vector: Float32Array.from(values) };
}

function cosine(left: readonly number[], right: readonly number[]): number {
  const dot = left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  return dot / (Math.hypot(...left) * Math.hypot(...right) || 1);
}
