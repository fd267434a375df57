import type { WireStep } from "@roo-code/testkit/wire/wire-server";
import { call, type ReplyScenario, text } from "./scenario.ts";

const reply: WireStep = {
  text: "naïve 😀 日本",
  calls: [{ id: "a", name: "read_file", arguments: '{"path":"é.txt"}' }],
  usage: { input: 5, output: 6 },
};
const content = [text("naïve 😀 日本"), call("a", "read_file", { path: "é.txt" })];
const same = { content, stop: "tool-calls" as const, usage: { inputTokens: 5, outputTokens: 6 } };

function rewritten(rewrite: (frame: string, index: number) => string): WireStep {
  return { ...reply, reframe: (frames) => frames.map((frame, index) => Buffer.from(rewrite(textOf(frame), index))) };
}

function joined(rewrite: (body: string) => string): WireStep {
  return { ...reply, reframe: (frames) => [Buffer.from(rewrite(textOf(Buffer.concat(frames))))] };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

const unknownEvent = 'event: brand.new\ndata: {"type":"brand.new","value":{"x":[1]}}\n\n';

/** The same reply, however its bytes are laid out. */
export const framings: readonly ReplyScenario[] = [
  { name: "byte by byte", step: { ...reply, dripBytes: 1 }, ...same },
  { name: "in pieces of three bytes", step: { ...reply, dripBytes: 3 }, ...same },
  { name: "in pieces of a prime length", step: { ...reply, dripBytes: 61 }, ...same },
  { name: "frame by frame", step: { ...reply, splitAt: "frames" }, ...same },
  { name: "split in the middle of every frame", step: { ...reply, splitAt: "middles" }, ...same },
  { name: "with a content type that is wrong", step: { ...reply, headers: { "content-type": "text/plain" } }, ...same },
  { name: "with keep-alives between the frames", needs: ["keep-alives"], step: { ...reply, keepAlives: 2 }, ...same },
  {
    name: "with keep-alives, in small pieces",
    needs: ["keep-alives"],
    step: { ...reply, keepAlives: 1, dripBytes: 11 },
    ...same,
  },
  { name: "with the last frame twice", step: { ...reply, repeatsLastFrame: true }, ...same },
  { name: "with CRLF", needs: ["lines"], step: joined((body) => body.replaceAll("\n", "\r\n")), ...same },
  { name: "with CR alone", needs: ["events"], step: joined((body) => body.replaceAll("\n", "\r")), ...same },
  { name: "with a byte order mark", needs: ["lines"], step: joined((body) => `\ufeff${body}`), ...same },
  { name: "without the last line's end", needs: ["lines"], step: joined((body) => body.trimEnd()), ...same },
  { name: "with empty lines first", needs: ["lines"], step: joined((body) => `\n\n${body}`), ...same },
  { name: "with comments", needs: ["events"], step: rewritten((frame) => `: note\n${frame}:\n\n`), ...same },
  {
    name: "with ids and retry times",
    needs: ["events"],
    step: rewritten((frame, n) => `id: ${n}\nretry: 5\n${frame}`),
    ...same,
  },
  {
    name: "without spaces after colons",
    needs: ["events"],
    step: rewritten((frame) => frame.replaceAll(/^(\w+): /gm, "$1:")),
    ...same,
  },
  {
    name: "with an event on several lines",
    needs: ["events"],
    step: rewritten((frame) => frame.replaceAll(/^data: (\{)/gm, "data: $1\ndata: ")),
    ...same,
  },
  {
    name: "with events of unknown kinds",
    needs: ["events"],
    step: rewritten((frame, n) => (n % 2 ? unknownEvent : "") + frame),
    ...same,
  },
  { name: "with empty objects", needs: ["events"], step: rewritten((frame) => `data: {}\n\n${frame}`), ...same },
];
