import { jsonServer } from "@roo-code/testkit/json-server";
import { expect, it } from "vitest";
import { chooseVectors } from "./open-vectors.ts";
import { QdrantVectors } from "./qdrant-vectors.ts";

it("puts, queries and removes points, each with its folders", async () => {
  await using server = await jsonServer({
    "PUT /collections/roo-1": { result: true },
    "PUT /collections/roo-1/points?wait=true": { result: {} },
    "POST /collections/roo-1/points/query": { result: { points: [{ id: 7, score: 0.5 }, { id: "odd" }] } },
    "POST /collections/roo-1/points/delete?wait=true": { result: {} },
    "DELETE /collections/roo-1": { result: true },
  });
  const vectors = new QdrantVectors({ url: `${server.origin}/`, key: "k", collection: "roo-1" });
  await vectors.put([{ id: 7, path: "a/b.ts", vector: Float32Array.of(1, 0) }]);
  expect(await vectors.nearest(Float32Array.of(1, 0), { limit: 3, folder: "a" })).toEqual([{ id: 7, score: 0.5 }]);
  await vectors.remove([7]);
  await vectors.remove([]);
  await vectors.clear();
  expect(server.requests.map(({ body }) => body)).toEqual([
    { vectors: { size: 2, distance: "Cosine" } },
    { points: [{ id: 7, vector: [1, 0], payload: { within: ["a", "a/b.ts"] } }] },
    { query: [1, 0], limit: 3, filter: { must: [{ key: "within", match: { value: "a" } }] } },
    { points: [7] },
    undefined,
  ]);
  expect(server.requests[0]?.headers["api-key"]).toBe("k");
});

it("uses an existing collection, and can clear a missing one", async () => {
  await using server = await jsonServer({
    "PUT /collections/c": () => new Response("exists", { status: 409 }),
    "PUT /collections/c/points?wait=true": {},
  });
  const vectors = new QdrantVectors({ url: server.origin, key: undefined, collection: "c" });
  await vectors.put([{ id: 1, path: "a", vector: Float32Array.of(1) }]);
  expect(server.requests).toHaveLength(2);
  await vectors.clear();
});

it("requires a URL", () => {
  expect(() => chooseVectors({ store: "qdrant" }, {})).toThrow("storeUrl");
});
