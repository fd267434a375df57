import {
  type ApiChunk,
  type FinalMessage,
  type LiveDelta,
  type ModelRequest,
  messageText,
  ProviderError,
  type ToolDefinition,
  toolCalls,
} from "@roo-code/types";
import type { AgentPorts } from "./ports.ts";
import { retryDelay } from "./recovery/backoff.ts";
import { failureOf } from "./stop.ts";
import type { TaskRecord } from "./task-record.ts";

/** A reply without end would else fill the log, once for every try. */
const longestPartial = 200_000;

/** One reply of the model, recorded. Transient failures are tried again; the rest is thrown. */
export async function takeTurn(options: {
  ports: AgentPorts;
  record: TaskRecord;
  systemPrompt: string;
  tools: readonly ToolDefinition[];
  signal: AbortSignal;
}): Promise<void> {
  const { ports, record, signal } = options;
  const { state } = record;
  const turn = state.turns + 1;
  for (let attempt = 1; ; attempt += 1) {
    await record.commit({ type: "turn.start", turn, attempt });
    const stream = ports.client.createMessage(requestFor(options));
    try {
      for await (const chunk of stream) {
        show(chunk, ports.observe);
        if (chunk.type === "notice") record.append({ ...chunk, type: "notice.added" });
        // The tool's code is loaded while its arguments are still on their way.
        if (chunk.type === "call.start") ports.tools.get(chunk.name).catch(() => {});
      }
      const reply = requireContent(await stream.getFinalMessage());
      record.append({ type: "turn.end", turn, ...reply, ...ports.client.standIn });
      return;
    } catch (error) {
      const partial = stream.getPartialText().slice(0, longestPartial);
      if (signal.aborted) {
        if (partial) record.append({ type: "notice.added", code: "reply_cut", message: partial });
        throw signal.reason;
      }
      if (!(error instanceof ProviderError)) throw error;
      const moved = ports.client.moveOn?.(error);
      const retryInMs =
        moved === undefined ? retryDelay({ error, attempt, policy: ports.retry, random: ports.random }) : 0;
      record.append({
        type: "turn.failed",
        turn,
        attempt,
        error: failureOf(error),
        retryInMs,
        ...(partial && { partial }),
      });
      if (moved !== undefined) record.append({ type: "notice.added", code: "provider_switched", message: moved });
      if (retryInMs === null) throw error;
      await ports.clock.sleep(retryInMs, signal);
      signal.throwIfAborted();
    }
  }
}

function requestFor(options: Parameters<typeof takeTurn>[0]): ModelRequest {
  const { record, systemPrompt, tools, signal } = options;
  const { taskId, messages, turns, failures } = record.state;
  return {
    systemPrompt,
    messages,
    tools,
    signal,
    metadata: { taskId, agent: "root", priorAttempts: turns + failures },
  };
}

/** Some servers answer an overload with an empty reply; taken as a final answer it would end the task. */
function requireContent(reply: FinalMessage): FinalMessage {
  if (toolCalls(reply.message).length > 0 || messageText(reply.message).trim() !== "") return reply;
  throw new ProviderError({ code: "bad_stream", message: "The model's reply was empty." });
}

function show(chunk: ApiChunk, observe: (delta: LiveDelta) => void): void {
  switch (chunk.type) {
    case "text.delta":
      return observe({ live: true, type: "text.delta", text: chunk.text });
    case "reasoning.delta":
      return observe({ live: true, type: "reasoning.delta", text: chunk.text });
    case "call.start":
      return observe({ live: true, type: "call.start", callId: chunk.callId, name: chunk.name });
    case "call.delta":
      return observe({ live: true, type: "call.delta", callId: chunk.callId, text: chunk.text });
    case "message.start":
    case "image":
    case "call.end":
    case "usage":
    case "notice":
    case "message.end":
    case "failure":
  }
}
