import { routes } from "@roo-code/types/api";
import { expect, it } from "vitest";
import { followRoute } from "./create-client.ts";

it("reads server-sent events split at any byte", async () => {
  const first = { trials: 1, smallestDifference: null, sentence: "größer" };
  const second = { trials: 2, smallestDifference: 0.5, sentence: "" };
  const split = JSON.stringify(second).replace(",", ",\r\ndata: ");
  const text = `: still here\n\ndata: ${JSON.stringify(first)}\n\nevent: other\r\ndata: ${split}\r\n\r\ndata: unfinished`;
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.slice(at, at + 1));
  const client = { fetch: async () => new Response(ReadableStream.from(pieces)) };
  const route = { ...routes.evals.watch, output: routes.evals.plan.output };
  const seen: unknown[] = [];
  for await (const update of followRoute(client, route, { params: { runId: 1 } }, {})) seen.push(update);
  expect(seen).toEqual([first, second]);
});
