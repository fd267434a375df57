import {
  type ApiChunk,
  type FinalMessage,
  type LiveDelta,
  type ModelRequest,
  messageText,
  ProviderError,
  toolCalls,
  type Usage,
} from "@roo-code/types";
import { condense } from "./context/condense.ts";
import type { CondenseDeps } from "./context/condense-deps.ts";
import { planAfterRefusal, prepareRequest } from "./context/prepare-request.ts";
import { NetworkOutage, retryDelay } from "./recovery/backoff.ts";
import { failureOf } from "./stop.ts";

const expectAfterMs = 100;
/** An endless reply would fill the log, once per attempt. */
const maxPartial = 200_000;

/**
 * Requests one reply and records it. Retries transient failures, and shortens a conversation that is too long for the
 * provider; throws other failures.
 */
export async function takeTurn(deps: CondenseDeps): Promise<void> {
  const { ports, record, memory } = deps;
  const turn = record.state.turns + 1;
  const outage = new NetworkOutage(ports.clock);
  for (let attempt = 1, refusals = 0; ; attempt += 1) {
    const context = await prepareRequest(deps);
    const head = memory.prefix.newHead(record.state);
    await record.commit({ type: "turn.start", turn, attempt, context, head });
    const stream = ports.client.createMessage(requestFor(deps));
    const early = setTimeout(() => void expectCommand(deps), expectAfterMs).unref();
    let usage: Usage | undefined;
    try {
      for await (const chunk of stream) {
        clearTimeout(early);
        show(chunk, ports.observe);
        if (chunk.type === "usage") ({ usage } = chunk);
        if (chunk.type === "notice") record.append({ ...chunk, type: "notice.added" });
        // Preloads what the next request is measured with.
        if (chunk.type === "message.start") void ports.context?.modelLimits();
        if (chunk.type === "call.start") void expectCall(ports, chunk.name);
      }
      const reply = requireContent(await stream.getFinalMessage());
      record.append({ type: "turn.end", turn, ...reply, ...ports.client.standIn });
      if (context) memory.meter.noteReply({ ...deps, state: record.state }, reply.usage);
      return;
    } catch (error) {
      clearTimeout(early);
      const partial = stream.getPartialText().slice(0, maxPartial);
      refusals += await recover(deps, error, {
        turn,
        attempt,
        refusals,
        outage,
        partial: partial || undefined,
        usage,
      });
    }
  }
}

/** Loads the tool's code, and gets a sandbox ready for a command, while the arguments are still on their way. */
async function expectCall({ tools, workspace }: CondenseDeps["ports"], name: string): Promise<void> {
  const tool = await tools.get(name).catch(() => undefined);
  if (tool?.group === "command") await workspace.standBy?.();
}

/** A model that takes its time leaves some to get ready for its first command. */
async function expectCommand({ ports, tools }: CondenseDeps): Promise<void> {
  if (tools.some(({ name }) => name === "execute_command")) await expectCall(ports, "execute_command");
}

interface Failed {
  readonly turn: number;
  readonly attempt: number;
  readonly partial?: string;
  readonly usage?: Usage;
}

/** Returns if the request should be retried: 1 if it was shortened, else 0. */
async function recover(
  deps: CondenseDeps,
  error: unknown,
  { refusals, outage, ...at }: Failed & { refusals: number; outage: NetworkOutage },
): Promise<0 | 1> {
  const { ports, record, signal } = deps;
  if (signal.aborted) {
    if (at.partial) record.append({ type: "notice.added", code: "reply_cut", message: at.partial });
    throw signal.reason;
  }
  if (!(error instanceof ProviderError)) throw error;
  const moved = ports.client.moveOn?.(error);
  const plan = moved === undefined ? await planAfterRefusal(deps, error, refusals) : undefined;
  const { retry: policy, random } = ports;
  const isImmediate = moved !== undefined || plan !== undefined;
  const outageDelay = outage.delay(error, { hasWorked: record.state.turns > 0, policy, random });
  const attempt = at.attempt - refusals - outage.failures;
  const retryInMs = isImmediate
    ? 0
    : outageDelay === undefined
      ? retryDelay({ error, attempt, policy, random })
      : outageDelay;
  record.append({ type: "turn.failed", ...at, error: failureOf(error), retryInMs });
  if (moved !== undefined) record.append({ type: "notice.added", code: "provider_switched", message: moved });
  if (retryInMs === null) throw error;
  if (plan) await condense(deps, plan);
  else await ports.clock.sleep(retryInMs, signal);
  signal.throwIfAborted();
  return plan ? 1 : 0;
}

function requestFor({ record, systemPrompt, tools, signal }: CondenseDeps): ModelRequest {
  const { taskId, agent, messages, turns, failures } = record.state;
  return {
    systemPrompt,
    messages,
    tools,
    signal,
    metadata: { taskId, agent, priorAttempts: turns + failures },
  };
}

/** Some servers answer an overload with an empty reply, which would end the task as a final answer. */
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
