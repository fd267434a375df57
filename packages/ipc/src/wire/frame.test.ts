import * as fc from "fast-check";
import { expect, it } from "vitest";
import { encodeFrame, FrameReader, FrameTooLarge, type ReceivedFrame } from "./frame.ts";

const limit = 1024 * 1024;

it("returns each frame as soon as its end has arrived", () => {
  const reader = new FrameReader(limit);
  expect(read(reader, "one\ftwo\fhalf of th")).toEqual([{ text: "one" }, { text: "two" }]);
  expect(reader.pending).toBe("half of th".length);
  expect(read(reader, "ree\f")).toEqual([{ text: "half of three" }]);
  expect(reader.pending).toBe(0);
});

it("finds the same frames however the bytes are split", () => {
  const messages = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 5 });
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(messages, cuts, (values, sizes) => {
      const bytes = Buffer.from(values.map((value) => encodeFrame({ value })).join(""));
      const reader = new FrameReader(limit);
      const found: ReceivedFrame[] = [];
      for (let at = 0, step = 0; at < bytes.length; step += 1) {
        const size = sizes[step % sizes.length] ?? 1;
        found.push(...reader.push(bytes.subarray(at, at + size)));
        at += size;
      }
      expect(found.map((frame) => JSON.parse("text" in frame ? frame.text : "") as unknown)).toEqual(
        values.map((value) => ({ type: "message", data: JSON.parse(JSON.stringify({ value })) as unknown })),
      );
    }),
    { numRuns: 100 },
  );
});

it("accepts a message byte by byte", () => {
  const reader = new FrameReader(limit);
  const bytes = Buffer.from(encodeFrame({ text: "ü\f💻" }));
  const found = [...bytes].flatMap((byte) => [...reader.push(Buffer.from([byte]))]);
  expect(found).toEqual([{ text: '{"type":"message","data":{"text":"ü\\f💻"}}' }]);
});

it("reports a frame that is not UTF-8 and continues with the next", () => {
  const reader = new FrameReader(limit);
  const found = [...reader.push(Buffer.concat([Buffer.from([0xc3, 0x28, 0x0c]), Buffer.from("next\f")]))];
  expect(found).toEqual([{ problem: "not UTF-8" }, { text: "next" }]);
});

it("refuses frames beyond its limit", () => {
  const reader = new FrameReader(10);
  expect(read(reader, "0123456789\f")).toEqual([{ text: "0123456789" }]);
  expect(() => read(new FrameReader(10), "0123456789a\f")).toThrow(FrameTooLarge);
  expect(() => read(new FrameReader(10), "0123456789a")).toThrow(FrameTooLarge);
  read(reader, "01234");
  expect(() => read(reader, "567890")).toThrow(FrameTooLarge);
});

function read(reader: FrameReader, text: string): ReceivedFrame[] {
  return [...reader.push(Buffer.from(text))];
}
