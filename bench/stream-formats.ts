import { decodeMessagesStream } from "../packages/providers/src/protocols/anthropic/messages-stream.ts";
import { decodeBedrockStream } from "../packages/providers/src/protocols/bedrock/bedrock-stream.ts";
import { decodeGeminiStream } from "../packages/providers/src/protocols/gemini/gemini-stream.ts";
import { decodeOllamaStream } from "../packages/providers/src/protocols/ollama/ollama-stream.ts";
import { decodeChatStream } from "../packages/providers/src/protocols/openai-chat/chat-stream.ts";
import { decodeResponses } from "../packages/providers/src/protocols/openai-responses/responses-stream.ts";
import type { DecodeContext, WireFormat } from "../packages/providers/src/protocols/wire-format.ts";
import { servedAnthropic } from "../packages/testkit/src/wire/anthropic.ts";
import { servedBedrock } from "../packages/testkit/src/wire/bedrock.ts";
import { servedGemini } from "../packages/testkit/src/wire/gemini.ts";
import { servedOllama } from "../packages/testkit/src/wire/ollama.ts";
import { servedOpenAiChat } from "../packages/testkit/src/wire/openai-chat.ts";
import { servedOpenAiResponses } from "../packages/testkit/src/wire/openai-responses.ts";
import type { ServedFormat } from "../packages/testkit/src/wire/served-format.ts";
import { type BareParse, bareEvents, bareFrames, bareLines } from "./floor/bare-parse.ts";

export interface StreamFormat {
  readonly served: ServedFormat;
  readonly decode: WireFormat["decode"];
  readonly bare: BareParse;
}

/** Every wire format with a bare parser of its bytes. */
export const streamFormats: readonly StreamFormat[] = [
  { served: servedOpenAiChat, decode: decodeChatStream, bare: bareEvents },
  { served: servedOpenAiResponses, decode: decodeResponses, bare: bareEvents },
  { served: servedAnthropic, decode: decodeAnthropic, bare: bareEvents },
  { served: servedGemini, decode: decodeGeminiStream, bare: bareEvents },
  { served: servedBedrock, decode: decodeBedrockStream, bare: bareFrames },
  { served: servedOllama, decode: decodeOllamaStream, bare: bareLines },
];

function decodeAnthropic(bytes: AsyncIterable<Uint8Array>, context: DecodeContext) {
  return decodeMessagesStream(bytes, { ...context, origin: "anthropic", outputTool: undefined });
}
