import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText, encodeText } from "./text-encoding.ts";

const marks = { "utf-8": [0xef, 0xbb, 0xbf], "utf-16le": [0xff, 0xfe], "utf-16be": [0xfe, 0xff] };

describe("text decoding", () => {
  it("is lossless for every file it accepts as text", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom([], ...Object.values(marks)), (body, mark) => {
        const bytes = Uint8Array.from([...mark, ...body]);
        const decoded = decodeText(bytes);
        const again = decoded ? Uint8Array.from(encodeText(decoded.text, decoded.format)) : bytes;
        expect(again).toEqual(bytes);
      }),
      { numRuns: 2000 },
    );
  });

  it("decodes every byte of a legacy file", () => {
    const bytes = Uint8Array.from({ length: 224 }, (_, index) => index + 32);
    const decoded = decodeText(bytes);
    expect(decoded?.format.encoding).toBe("windows-1252");
    expect(decoded?.text).toContain("é");
  });

  it.each([
    ["NUL bytes", [65, 0, 66]],
    ["control characters", Array.from({ length: 200 }, (_, index) => (index % 9) + 0xf0).concat([1, 2, 3, 4, 5, 6])],
    ["half a UTF-16 character", [0xff, 0xfe, 0x41]],
  ])("refuses %s", (_, bytes) => {
    expect(decodeText(Uint8Array.from(bytes))).toBeUndefined();
  });
});
