import type { ApiChunk, ModelRequest, StopReason } from "@roo-code/types";
import { CallIds } from "../call-ids.ts";
import { ModelDialect } from "./dialect-memory.ts";
import { callsOf } from "./forms/json-envelope.ts";
import { HeldText } from "./held-text.ts";
import {
  heldChunks,
  type NativeCall,
  nameChanges,
  parseInput,
  type RepairedCall,
  repairInput,
  repairNotice,
  textCallNote,
} from "./native-call.ts";
import { OfferedTools } from "./offered-tools.ts";
import { repairArguments } from "./repair-arguments.ts";
import { findTextCalls, type TextCalls, textWithout } from "./text-calls.ts";

/**
 * Repairs the calls of a reply: broken arguments, values of the wrong type, names, and calls written as text. A valid
 * call passes unchanged; one that cannot be repaired with certainty stays broken. Text and arguments still stream. The
 * repairs are recorded in the model's dialect.
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
    // Text that was held back has arrived, too.
    yield* reply.flush();
    throw error;
  }
  yield* reply.flush();
}

/** The state of one reply: its calls, its text, its repairs. */
class RepairedReply {
  readonly #request: ModelRequest;
  readonly #dialect: ModelDialect;
  readonly #tools: OfferedTools;
  readonly #held: HeldText | undefined;
  readonly #text: string[] = [];
  readonly #calls = new Map<string, NativeCall>();
  /** Ended; whether they were truncated is known only at the end of the reply. */
  readonly #broken: NativeCall[] = [];
  #lastCall: NativeCall | undefined;
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
        yield* this.#acceptText(chunk.text);
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
    const isTruncated = stopReason === "length" || stopReason === "filtered";
    for (const call of this.#broken) {
      const repaired = isTruncated && call === this.#lastCall ? undefined : await this.#repair(call);
      yield* this.#settle(call, repaired);
    }
    const found = this.#findTextCalls(stopReason);
    yield* this.#showRest(found);
    yield* this.#makeCalls(found);
    const forms = found.calls.map(({ form }) => form);
    this.#dialect.learn({ isRepaired: this.#isRepaired, forms });
    yield { type: "message.end", stopReason: forms.length > 0 && !isTruncated ? "tool-calls" : stopReason };
  }

  /** Releases text that was held back. */
  *flush(): Generator<ApiChunk> {
    const text = this.#held?.release() ?? "";
    if (text !== "") yield { type: "text.delta", text };
  }

  *#acceptText(text: string): Generator<ApiChunk> {
    this.#text.push(text);
    const shown = this.#held && this.#lastCall === undefined ? this.#held.push(text) : text;
    if (shown !== "") yield { type: "text.delta", text: shown };
  }

  *#start(chunk: Extract<ApiChunk, { type: "call.start" }>): Generator<ApiChunk> {
    yield* this.flush();
    const { callId, name } = chunk;
    const call = { callId, name, tool: this.#tools.find(name), isHeld: name.trim() === "", pieces: [] };
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
    if (input) yield* this.#settle(call, call.tool && repairInput(call, call.tool, input, []));
    else this.#broken.push(call);
  }

  async #repair(call: NativeCall): Promise<RepairedCall | undefined> {
    if (!call.tool && !call.isHeld) return undefined;
    const repaired = await repairArguments(call.pieces.join(""), call.tool?.inputSchema ?? {});
    if (!repaired) return undefined;
    if (call.tool) return repairInput(call, call.tool, repaired.input, repaired.changes);
    const [named, ...others] = callsOf(repaired.input, { isMarked: true }) ?? [];
    const tool = named && this.#tools.find(named.name);
    if (!tool || others.length > 0) return undefined;
    return repairInput(call, tool, named.input, [...repaired.changes, "took the name from the arguments"]);
  }

  *#settle(call: NativeCall, repaired: RepairedCall | undefined): Generator<ApiChunk> {
    const { callId } = call;
    const changes = [...nameChanges(call), ...(repaired?.changes ?? [])];
    if (call.isHeld) yield* heldChunks(call, repaired);
    if (changes.length === 0) {
      yield { type: "call.end", callId };
      return;
    }
    this.#isRepaired = true;
    const note = changes.join(", ");
    yield { type: "call.end", callId, repaired: note, input: repaired?.input || undefined };
    yield repairNotice(repaired?.name ?? call.tool?.name ?? call.name, note);
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

  /** Releases held text that turned out not to be a call. */
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
      const repaired = textCallNote(form);
      this.#isRepaired = true;
      yield { type: "call.start", callId, name };
      yield { type: "call.delta", callId, text: JSON.stringify(input) };
      yield { type: "call.end", callId, repaired, input };
      yield repairNotice(name, repaired);
    }
  }
}
