import * as fc from "fast-check";
import { expect, it } from "vitest";
import { HeadTail } from "./head-tail.ts";

it("keeps everything that fits", () => {
  const kept = new HeadTail(10);
  kept.push(Buffer.from("01234"));
  kept.push(Buffer.from("56789"));
  expect(kept.read()).toEqual({ text: "0123456789", omittedBytes: 0 });
});

it("keeps head and tail of more, with the number of missing bytes", () => {
  const kept = new HeadTail(10);
  kept.push(Buffer.from("0123456789abcdef"));
  expect(kept.read()).toEqual({ text: "01234\n[... 6 bytes omitted ...]\nbcdef", omittedBytes: 6 });
});

it("returns a prefix, a count and a suffix within the limit, without splitting characters, however the bytes arrive", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\n"), maxLength: 200 });
  const cuts = fc.array(fc.nat(20), { maxLength: 50 });
  fc.assert(
    fc.property(text, cuts, fc.integer({ min: 2, max: 64 }), (whole, sizes, maxBytes) => {
      const bytes = Buffer.from(whole);
      const kept = new HeadTail(maxBytes);
      let start = 0;
      for (const size of [...sizes, bytes.length]) {
        kept.push(bytes.subarray(start, start + size));
        start = Math.min(bytes.length, start + size);
      }
      expect(isFaithful(whole, maxBytes, kept.read())).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it("handles bytes that are not text", () => {
  const kept = new HeadTail(4);
  kept.push(Uint8Array.from([0xff, 0xfe, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xff]));
  expect(kept.read().omittedBytes).toBeGreaterThan(0);
});

function isFaithful(whole: string, maxBytes: number, kept: { text: string; omittedBytes: number }): boolean {
  const total = Buffer.byteLength(whole);
  if (total <= maxBytes) return kept.text === whole && kept.omittedBytes === 0;
  const [before = "", tail = ""] = kept.text.split(`[... ${kept.omittedBytes} bytes omitted ...]\n`);
  // The line break before the marker is part of the head or was added.
  const head = [before, before.slice(0, -1)].find(
    (one) => whole.startsWith(one) && Buffer.byteLength(one + tail) + kept.omittedBytes === total,
  );
  return head !== undefined && whole.endsWith(tail) && Buffer.byteLength(head + tail) <= maxBytes;
}
