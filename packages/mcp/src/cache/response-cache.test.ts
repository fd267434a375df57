import { expect, it } from "vitest";
import type { MeasuredAnswer } from "../calls/answer-text.ts";
import { ResponseCache } from "./response-cache.ts";

const answer = (content: string, bytes = content.length): MeasuredAnswer => ({
  content,
  images: [],
  isError: false,
  bytes,
});
const tool = (name: string, given: Record<string, unknown> = {}) =>
  ({ kind: "tool", tool: name, arguments: given }) as const;
const resource = (uri: string) => ({ kind: "resource", uri }) as const;

it("returns a cached answer for an equal call, whatever the order of its arguments, until it expires", () => {
  let now = 0;
  const cache = new ResponseCache(() => now);
  cache.keep(tool("t", { a: 1, b: { c: 2, d: 3 } }), answer("x"), 1_000);
  expect(cache.find(tool("t", { b: { d: 3, c: 2 }, a: 1 }))?.content).toBe("x");
  expect(cache.find(tool("t", { a: 1, b: { c: 2, d: 4 } }))).toBeUndefined();
  now = 1_000;
  expect(cache.find(tool("t", { a: 1, b: { c: 2, d: 3 } }))).toBeUndefined();
  expect([cache.hits, cache.misses]).toEqual([1, 2]);
});

it("stores no failures, no large answers, and no more than its limit", () => {
  const cache = new ResponseCache(() => 0);
  cache.keep(tool("failed"), { ...answer("no"), isError: true }, 1_000);
  cache.keep(tool("large"), answer("x", 2_000_000), 1_000);
  expect([cache.find(tool("failed")), cache.find(tool("large"))]).toEqual([undefined, undefined]);
  for (let index = 0; index < 300; index += 1) cache.keep(tool(`t${index}`), answer("x", 100), 1_000);
  expect(cache.find(tool("t0"))).toBeUndefined();
  expect(cache.find(tool("t299"))).toBeDefined();
  for (let index = 0; index < 20; index += 1) cache.keep(tool(`m${index}`), answer("x", 900_000), 1_000);
  expect(cache.find(tool("m5"))).toBeUndefined();
  expect(cache.find(tool("m19"))).toBeDefined();
});

it("forgets by kind and by URI", () => {
  const cache = new ResponseCache(() => 0);
  const fill = (): void => {
    for (const key of [tool("t"), resource("a://1"), resource("a://12")]) cache.keep(key, answer("x"), 1_000);
  };
  const left = () => [tool("t"), resource("a://1"), resource("a://12")].map((key) => cache.find(key) !== undefined);
  fill();
  cache.forget("resource", "a://1");
  expect(left()).toEqual([true, false, true]);
  cache.forget("resource");
  expect(left()).toEqual([true, false, false]);
  fill();
  cache.forget("tool");
  expect(left()).toEqual([false, true, true]);
  cache.clear();
  expect(left()).toEqual([false, false, false]);
});
