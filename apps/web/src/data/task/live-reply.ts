import type { LiveDelta } from "@roo-code/types";

/** What is being said and done right now, before the event that holds it all. */
export interface LiveReply {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly callId: string; readonly name: string; readonly input: string }[];
  /** Output of calls under way, its end. */
  readonly outputs: Readonly<Record<string, string>>;
}

export const silence: LiveReply = { text: "", reasoning: "", calls: [], outputs: {} };

/** A page needs no more of a running command than this. */
const maxOutput = 200_000;

export function foldDeltas(reply: LiveReply, deltas: readonly LiveDelta[]): LiveReply {
  let { text, reasoning } = reply;
  const calls = [...reply.calls];
  const outputs: Record<string, string> = { ...reply.outputs };
  for (const delta of deltas)
    switch (delta.type) {
      case "text.delta":
        text += delta.text;
        break;
      case "reasoning.delta":
        reasoning += delta.text;
        break;
      case "call.start":
        calls.push({ callId: delta.callId, name: delta.name, input: "" });
        break;
      case "call.delta": {
        const index = calls.findIndex(({ callId }) => callId === delta.callId);
        const call = calls[index];
        if (call) calls[index] = { ...call, input: call.input + delta.text };
        break;
      }
      case "output.delta":
        outputs[delta.callId] = ((outputs[delta.callId] ?? "") + delta.text).slice(-maxOutput);
        break;
    }
  return { text, reasoning, calls, outputs };
}

/** The reply is in the log now; what its calls print goes on. */
export function endReply({ outputs }: LiveReply): LiveReply {
  return { ...silence, outputs };
}

export function endOutput(reply: LiveReply, callId: string): LiveReply {
  const { [callId]: _, ...outputs } = reply.outputs;
  return { ...reply, outputs };
}
