import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankSecrets } from "./blank-secrets.ts";
import { Scrubber } from "./scrubber.ts";

const url = new URL("https://h/v1?key=canary-query-123&alt=sse");
const headers = {
  authorization: "Bearer canary-bearer-1",
  "x-api-key": 'canary"quoted\\key',
  cookie: "session=canary-cookie-1",
  accept: "text/plain",
};
const environment = { OTHER_API_KEY: "canary-environment", PATH: "/usr/bin:/bin" };
const scrubber = new Scrubber({ url, headers, environment });

describe("Scrubber", () => {
  it("redacts authentication headers, and keeps the rest", () => {
    expect(scrubber.headers({ ...headers, "set-cookie": ["a=1", "b=2"], via: "canary-bearer-1, x" })).toEqual({
      authorization: "[redacted]",
      "x-api-key": "[redacted]",
      cookie: "[redacted]",
      "set-cookie": "[redacted]",
      accept: "text/plain",
      via: "[redacted], x",
    });
  });

  it("redacts a key in the query", () => {
    expect(scrubber.url(url)).toBe("https://h/v1?key=%5Bredacted%5D&alt=sse");
  });

  it("redacts secrets in text: plain, in JSON and URL-encoded", () => {
    const text = JSON.stringify({
      a: "x canary-bearer-1 y",
      b: 'canary"quoted\\key',
      c: encodeURIComponent('canary"quoted\\key'),
    });
    expect(scrubber.text(`${text} canary-query-123 canary-environment`)).not.toContain("canary");
    expect(scrubber.text("/usr/bin:/bin")).toBe("/usr/bin:/bin");
  });

  it("keeps placeholders", () => {
    const local = new Scrubber({
      url: new URL("http://h"),
      headers: { authorization: "Bearer none" },
      environment: {},
    });
    expect(local.text("none of it")).toBe("none of it");
  });

  it("redacts secrets that span pieces, and keeps the lengths of pieces", () => {
    const bytes = Buffer.from("é canary-bearer-1 and canary-query-123!");
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length })), (cuts) => {
        const places = [0, ...cuts.sort((left, right) => left - right), bytes.length];
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        const clean = scrubber.pieces(pieces);
        expect(clean.map(({ length }) => length)).toEqual(pieces.map(({ length }) => length));
        expect(Buffer.concat(clean).toString()).toBe(`é ${"*".repeat(15)} and ${"*".repeat(16)}!`);
      }),
    );
    expect(bytes.toString()).toContain("canary");
  });
});

function blanked(text: string, ...secrets: string[]): string {
  const bytes = Buffer.from(text);
  blankSecrets(bytes, secrets);
  expect(bytes.length).toBe(Buffer.byteLength(text));
  return bytes.toString();
}

describe("blankSecrets", () => {
  it("overwrites every occurrence of a secret, and nothing else", () => {
    expect(blanked("é secret-1, 😀 secret-1!", "secret-1")).toBe("é ********, 😀 ********!");
    expect(blanked("secre t-1", "secret-1")).toBe("secre t-1");
  });

  it("overwrites a secret that is split into deltas", () => {
    const events = ["x sec", "ret", '-1 \\"y\\"'].map((text, n) => `data: {"n":"${n}","delta":{"text":"${text}"}}\n\n`);
    expect(blanked(events.join(""), "secret-1")).toBe(
      ["x ***", "***", '** \\"y\\"'].map((text, n) => `data: {"n":"${n}","delta":{"text":"${text}"}}\n\n`).join(""),
    );
  });

  it("does not join different fields", () => {
    const text = '{"a":"sec"}{"b":"ret-1"}';
    expect(blanked(text, "secret-1")).toBe(text);
  });
});
