import { type ApiChunk, type Message, type ModelRequest, RooError, type ToolDefinition } from "@roo-code/types";
import { CallIds } from "../../call-ids.ts";
import type { Protocol, ProtocolOptions, Relay } from "../protocol.ts";
import { parseAnswer } from "./relay-answer.ts";
import { nextPrompt, wholePrompt } from "./relay-prompt.ts";

/** The part of a conversation that the chat has seen. */
interface Sent {
  readonly systemPrompt: string;
  readonly tools: readonly ToolDefinition[];
  readonly count: number;
  readonly last: Message | undefined;
}

/** The model is a chat elsewhere, and the user copies prompts and answers between it and us. */
export function createHumanRelay({ relay }: ProtocolOptions): Protocol {
  const seen = new WeakMap<readonly Message[], Sent>();

  async function* reply(request: ModelRequest): AsyncGenerator<ApiChunk> {
    const { messages, systemPrompt, tools, signal, output } = request;
    const known = seen.get(messages);
    const prompt =
      known && continues(known, request) ? nextPrompt(messages.slice(known.count), output) : wholePrompt(request);
    const sent: Sent = { systemPrompt, tools, count: messages.length, last: messages.at(-1) };
    const pasted = await requireRelay(relay)(prompt, signal);
    signal.throwIfAborted();
    seen.set(messages, sent);
    yield* chunksOf(pasted, new CallIds(request));
  }

  return {
    async prepare() {
      requireRelay(relay);
    },
    reply,
    dispose() {},
  };
}

function* chunksOf(pasted: string, ids: CallIds): Generator<ApiChunk> {
  const { text, calls } = parseAnswer(pasted);
  yield { type: "message.start" };
  if (text !== "") yield { type: "text.delta", text };
  for (const call of calls) {
    const callId = ids.claim(undefined);
    yield { type: "call.start", callId, name: call.name };
    yield { type: "call.delta", callId, text: call.arguments };
    yield { type: "call.end", callId };
  }
  yield { type: "message.end", stopReason: calls.length > 0 ? "tool-calls" : "end" };
}

function continues({ systemPrompt, tools, count, last }: Sent, request: ModelRequest): boolean {
  return (
    systemPrompt === request.systemPrompt &&
    tools === request.tools &&
    count <= request.messages.length &&
    request.messages[count - 1] === last
  );
}

function requireRelay(relay: Relay | undefined): Relay {
  if (relay) return relay;
  throw new RooError({
    code: "no_relay",
    message: "Human relay needs a user who copies prompts and answers, and none is available.",
    next: 'Use it with "roo run" in a terminal, or choose another provider with --provider.',
  });
}
