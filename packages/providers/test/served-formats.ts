import { servedAnthropic } from "@roo-code/testkit/wire/anthropic";
import { servedBedrock } from "@roo-code/testkit/wire/bedrock";
import { servedGemini } from "@roo-code/testkit/wire/gemini";
import { servedOllama } from "@roo-code/testkit/wire/ollama";
import { servedOpenAiChat, servedOpenRouter } from "@roo-code/testkit/wire/openai-chat";
import { servedOpenAiResponses } from "@roo-code/testkit/wire/openai-responses";
import type { ServedFormat, WireFailure } from "@roo-code/testkit/wire/served-format";

/** What scenarios may ask of a format. */
export type Feature =
  | "signatures"
  | "reasoning back"
  | "images out"
  | "result errors"
  | "streamed arguments"
  | "interleaved calls"
  | "cache reads"
  | "cache writes"
  | "reasoning usage"
  | "keep-alives"
  | "filtered replies"
  | "lines"
  | "lines of objects"
  | "events"
  | "binary frames"
  | `stream error: ${WireFailure}`;

export interface TestedFormat {
  readonly format: ServedFormat;
  /** What signed reasoning is marked with. */
  readonly origin: string;
  /** The wait in this vendor's error bodies. */
  readonly ownWaitMs?: number;
  /** What the vendor's format cannot say, and why. Whatever is not listed here is tested. */
  readonly lacks: Partial<Record<Feature, string>>;
}

const events = {
  "binary frames": "the stream is text",
  "lines of objects": "the stream is server-sent events",
};
const wholeCalls = {
  "streamed arguments": "arguments come as one object, which is always whole",
  "interleaved calls": "a call is a single event",
};

/** Every wire format, with what it truly lacks. */
export const testedFormats: readonly TestedFormat[] = [
  {
    format: servedOpenAiChat,
    origin: "openai-chat",
    lacks: {
      ...events,
      signatures: "reasoning is plain text without a signature",
      "reasoning back": "servers other than DeepSeek's reject or ignore reasoning that is sent back",
      "images out": "chat completions have no images in replies",
      "result errors": "a result is text alone",
    },
  },
  {
    format: servedOpenRouter,
    origin: "openai-chat",
    lacks: { ...events, "result errors": "a result is text alone" },
  },
  {
    format: servedOpenAiResponses,
    origin: "openai-responses",
    lacks: {
      ...events,
      "result errors": "a result is text and images alone",
      "cache writes": "writing to the cache is not counted",
    },
  },
  {
    format: servedAnthropic,
    origin: "anthropic",
    lacks: { ...events, "images out": "the model makes no images" },
  },
  {
    format: servedGemini,
    origin: "gemini",
    ownWaitMs: 37_000,
    lacks: {
      ...events,
      ...wholeCalls,
      "cache writes": "writing to the cache is not counted",
      "keep-alives": "the format has none",
    },
  },
  {
    format: servedBedrock,
    origin: "bedrock",
    lacks: {
      lines: "the stream is binary",
      "lines of objects": "the stream is binary",
      events: "the stream is binary",
      "keep-alives": "the format has none",
      "reasoning usage": "reasoning is not counted separately",
    },
  },
  {
    format: servedOllama,
    origin: "ollama",
    lacks: {
      ...wholeCalls,
      events: "the stream is lines of JSON",
      "binary frames": "the stream is text",
      signatures: "reasoning is plain text without a signature",
      "images out": "the model makes no images",
      "result errors": "a result is text alone",
      "cache reads": "the cache is not counted",
      "cache writes": "the cache is not counted",
      "reasoning usage": "reasoning is not counted separately",
      "keep-alives": "the format has none",
      "filtered replies": "nothing filters a local model",
    },
  },
];
