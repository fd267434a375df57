import { type ApiChunk, type AssistantMessage, type FinalMessage, noUsage, type Usage } from "@roo-code/types";

export interface ScriptedCall {
  readonly name: string;
  readonly input?: unknown;
  /** Default: `call_` and the call's index in the reply. */
  readonly callId?: string;
  /** Arguments that are not JSON. */
  readonly malformed?: string;
}

export interface ScriptedReply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Default: zero. */
  readonly usage?: Partial<Usage>;
  readonly stopReason?: FinalMessage["stopReason"];
  /** Thrown instead of the rest of the reply. */
  readonly error?: Error;
  /** Chunks that arrive before the error or the hang; default 0. */
  readonly afterChunks?: number;
  /** Nothing more comes until the request is aborted. */
  readonly hangs?: boolean;
}

export function toFinalMessage(reply: ScriptedReply): FinalMessage {
  const calls = reply.calls ?? [];
  const content: AssistantMessage["content"] = [];
  if (reply.reasoning) content.push({ type: "reasoning", text: reply.reasoning });
  if (reply.text) content.push({ type: "text", text: reply.text });
  calls.forEach(({ name, input = {}, callId, malformed }, index) => {
    const call = { type: "tool-call" as const, callId: callId ?? `call_${index}`, name };
    content.push(malformed === undefined ? { ...call, input } : { ...call, input: {}, malformed });
  });
  return {
    message: { role: "assistant", content },
    usage: { ...noUsage(), ...reply.usage },
    stopReason: reply.stopReason ?? (calls.length > 0 ? "tool-calls" : "end"),
  };
}

export function* toChunks({ message, usage, stopReason }: FinalMessage): Generator<ApiChunk> {
  yield { type: "message.start" };
  for (const part of message.content) {
    if (part.type === "text") yield { type: "text.delta", text: part.text };
    else if (part.type === "reasoning") yield { ...part, type: "reasoning.delta" };
    else if (part.type === "image") yield { type: "image", image: part };
    else {
      const { callId, name, input, malformed } = part;
      yield { type: "call.start", callId, name };
      yield { type: "call.delta", callId, text: malformed ?? JSON.stringify(input) };
      yield { type: "call.end", callId };
    }
  }
  yield { type: "usage", usage };
  yield { type: "message.end", stopReason };
}
