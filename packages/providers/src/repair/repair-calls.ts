import type { ApiChunk, ModelRequest, StopReason } from "@roo-code/types";
import { CallIds } from "../call-ids.ts";
import { ModelDialect } from "./dialect-memory.ts";
import { callsOf } from "./forms/json-envelope.ts";
import { HeldText } from "./held-text.ts";
import {
  heldChunks,
  type MadeCall,
  type Meant,
  meantBy,
  nameChanges,
  parseInput,
  repairNotice,
  writtenAs,
} from "./made-call.ts";
import { mendArguments } from "./mend-arguments.ts";
import { OfferedTools } from "./offered-tools.ts";
import { findTextCalls, type TextCalls, textWithout } from "./text-calls.ts";

/**
 * The chunks of a reply with its calls as they were meant: broken arguments mended, values of the wrong type
 * converted, names corrected, calls written as text made calls. A call that is fine passes unchanged; one that cannot
 * be mended for sure stays broken. Text and arguments stay live. What was done is remembered in the model's dialect.
 */
export async function* repairCalls(
  chunks: AsyncIterable<ApiChunk>,
  request: ModelRequest,
  dialect: ModelDialect = new ModelDialect(),
): AsyncGenerator<ApiChunk> {
  if (request.tools.length === 0) {
    yield* chunks;
    return;
  }
  const reply = new RepairedReply(request, dialect);
  try {
    for await (const chunk of chunks) {
      if (chunk.type === "message.end") yield* reply.end(chunk.stopReason);
      else for (const repaired of reply.accept(chunk)) yield repaired;
    }
  } catch (error) {
    // What was held back is part of what had arrived.
    yield* reply.flush();
    throw error;
  }
  yield* reply.flush();
}

/** One reply on its way through: which calls it made, what it said, what had to be repaired. */
class RepairedReply {
  readonly #request: ModelRequest;
  readonly #dialect: ModelDialect;
  readonly #tools: OfferedTools;
  readonly #held: HeldText | undefined;
  readonly #text: string[] = [];
  readonly #calls = new Map<string, MadeCall>();
  /** Ended, but whether they were cut off is not known before the reply has ended. */
  readonly #broken: MadeCall[] = [];
  #lastCall: MadeCall | undefined;
  #isRepaired = false;

  constructor(request: ModelRequest, dialect: ModelDialect) {
    this.#request = request;
    this.#dialect = dialect;
    this.#tools = new OfferedTools(request.tools);
    const { learnedForms } = dialect;
    this.#held = learnedForms.length > 0 ? new HeldText(learnedForms, this.#tools) : undefined;
  }

  *accept(chunk: ApiChunk): Generator<ApiChunk> {
    switch (chunk.type) {
      case "text.delta":
        yield* this.#say(chunk.text);
        return;
      case "call.start":
        yield* this.#start(chunk);
        return;
      case "call.delta":
        this.#calls.get(chunk.callId)?.pieces.push(chunk.text);
        if (!this.#calls.get(chunk.callId)?.isHeld) yield chunk;
        return;
      case "call.end":
        yield* this.#end(chunk);
        return;
      case "message.start":
      case "reasoning.delta":
      case "image":
      case "usage":
      case "notice":
      case "message.end":
      case "failure":
        yield chunk;
    }
  }

  async *end(stopReason: StopReason): AsyncGenerator<ApiChunk> {
    const isCut = stopReason === "length" || stopReason === "filtered";
    for (const call of this.#broken) {
      const meant = isCut && call === this.#lastCall ? undefined : await this.#mend(call);
      yield* this.#settle(call, meant);
    }
    const found = this.#findTextCalls(stopReason);
    yield* this.#showRest(found);
    yield* this.#makeCalls(found);
    const forms = found.calls.map(({ form }) => form);
    this.#dialect.learn({ isRepaired: this.#isRepaired, forms });
    yield { type: "message.end", stopReason: forms.length > 0 && !isCut ? "tool-calls" : stopReason };
  }

  /** What is held back, as text. */
  *flush(): Generator<ApiChunk> {
    const text = this.#held?.release() ?? "";
    if (text !== "") yield { type: "text.delta", text };
  }

  *#say(text: string): Generator<ApiChunk> {
    this.#text.push(text);
    const shown = this.#held && this.#lastCall === undefined ? this.#held.push(text) : text;
    if (shown !== "") yield { type: "text.delta", text: shown };
  }

  *#start(chunk: Extract<ApiChunk, { type: "call.start" }>): Generator<ApiChunk> {
    yield* this.flush();
    const { callId, name } = chunk;
    const call = { callId, given: name, tool: this.#tools.find(name), isHeld: name.trim() === "", pieces: [] };
    this.#calls.set(callId, call);
    this.#lastCall = call;
    if (!call.isHeld) yield { ...chunk, name: call.tool?.name ?? name };
  }

  *#end(chunk: Extract<ApiChunk, { type: "call.end" }>): Generator<ApiChunk> {
    const call = this.#calls.get(chunk.callId);
    this.#calls.delete(chunk.callId);
    if (!call || chunk.repaired !== undefined || chunk.input) {
      yield chunk;
      return;
    }
    const input = call.isHeld ? undefined : parseInput(call.pieces.join(""));
    if (input) yield* this.#settle(call, call.tool && meantBy(call, call.tool, input, []));
    else this.#broken.push(call);
  }

  async #mend(call: MadeCall): Promise<Meant | undefined> {
    if (!call.tool && !call.isHeld) return undefined;
    const mended = await mendArguments(call.pieces.join(""), call.tool?.inputSchema ?? {});
    if (!mended) return undefined;
    if (call.tool) return meantBy(call, call.tool, mended.input, mended.changes);
    const [named, ...others] = callsOf(mended.input, { isMarked: true }) ?? [];
    const tool = named && this.#tools.find(named.name);
    if (!tool || others.length > 0) return undefined;
    return meantBy(call, tool, named.input, [...mended.changes, "took the name from the arguments"]);
  }

  *#settle(call: MadeCall, meant: Meant | undefined): Generator<ApiChunk> {
    const { callId } = call;
    const changes = [...nameChanges(call), ...(meant?.changes ?? [])];
    if (call.isHeld) yield* heldChunks(call, meant);
    if (changes.length === 0) {
      yield { type: "call.end", callId };
      return;
    }
    this.#isRepaired = true;
    const repaired = changes.join(", ");
    yield { type: "call.end", callId, repaired, input: meant?.input || undefined };
    yield repairNotice(meant?.name ?? call.tool?.name ?? call.given, repaired);
  }

  #findTextCalls(stopReason: StopReason): TextCalls {
    const none: TextCalls = { calls: [], spans: [] };
    if (this.#lastCall || stopReason === "filtered") return none;
    return findTextCalls({
      text: this.#text.join(""),
      tools: this.#tools,
      forms: this.#dialect.forms,
    });
  }

  /** Text that was held back because it looked like a call. */
  *#showRest({ spans }: TextCalls): Generator<ApiChunk> {
    if (!this.#held) return;
    const { from } = this.#held;
    const all = this.#held.release();
    const text = spans.length === 0 ? all : textWithout(this.#text.join(""), spans, from);
    if (text !== "") yield { type: "text.delta", text };
  }

  *#makeCalls({ calls }: TextCalls): Generator<ApiChunk> {
    const ids = new CallIds(this.#request);
    for (const { name, input, form } of calls) {
      const callId = ids.claim(undefined);
      const repaired = writtenAs(form);
      this.#isRepaired = true;
      yield { type: "call.start", callId, name };
      yield { type: "call.delta", callId, text: JSON.stringify(input) };
      yield { type: "call.end", callId, repaired, input };
      yield repairNotice(name, repaired);
    }
  }
}
