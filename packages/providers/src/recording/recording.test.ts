import { describe, expect, it } from "vitest";
import { canonicalRequest, firstDifference } from "./recording.ts";

const request = (body: unknown, url = "http://h/v1") => ({
  type: "request" as const,
  method: "POST",
  url,
  headers: { date: String(Math.random()) },
  body,
});

describe("canonicalRequest", () => {
  it("ignores the order of keys, the headers and the user", () => {
    const one = request({ model: "m", messages: [{ role: "user", content: "x" }], prompt_cache_key: "task-1" });
    const other = request({ prompt_cache_key: "task-2", messages: [{ content: "x", role: "user" }], model: "m" });
    expect(canonicalRequest(one)).toBe(canonicalRequest(other));
    expect(firstDifference(one, other)).toBeUndefined();
  });

  it("distinguishes lists in another order", () => {
    expect(canonicalRequest(request([1, 2]))).not.toBe(canonicalRequest(request([2, 1])));
  });
});

describe("firstDifference", () => {
  it.each([
    [request({}), request({}, "http://other"), "url"],
    [request({}), { ...request({}), method: "GET" }, "method"],
    [request({ a: [{ b: 1 }] }), request({ a: [{ b: 2 }] }), "body.a[0].b"],
    [request({ a: [1] }), request({ a: [1, 2] }), "body.a[1]"],
    [request({ a: 1 }), request({ a: 1, c: 2 }), "body.c"],
    [request("text"), request("other"), "body"],
  ])("names the path", (one, other, place) => {
    expect(firstDifference(one, other)).toBe(place);
  });
});
