import type { ApiChunk } from "@roo-code/types";
import type { CallIds } from "../../call-ids.ts";
import { countOf, type JsonRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { type Item, type ItemKind, ItemList } from "./item-list.ts";
import { responsesOrigin, shownParts, signatureOf } from "./reasoning-item.ts";

/** Events with a piece of an item: its kind, and the field with the whole text in the last of them. */
const pieces: Readonly<Record<string, { readonly kind: ItemKind; readonly whole: string }>> = {
  output_text: { kind: "message", whole: "text" },
  refusal: { kind: "message", whole: "refusal" },
  reasoning_summary_text: { kind: "reasoning", whole: "text" },
  reasoning_text: { kind: "reasoning", whole: "text" },
  function_call_arguments: { kind: "function_call", whole: "arguments" },
};

/** The items of one response. Text missing in the deltas is taken from the complete item, without repetition. */
export class StreamedItems {
  readonly #ids: CallIds;
  readonly #items = new ItemList();
  /** The last message, if nothing came after it. */
  #lastMessage: Item | undefined;

  constructor(ids: CallIds) {
    this.#ids = ids;
  }

  get hasCalls(): boolean {
    return this.#items.all.some(({ kind }) => kind === "function_call");
  }

  *accept(event: JsonRecord): Generator<ApiChunk> {
    const [, name = "", step] = /^response\.(\w+)\.(added|delta|done)$/.exec(textOf(event.type) ?? "") ?? [];
    if (name === "output_item") yield* this.#acceptItem(event, step === "done");
    const piece = pieces[name];
    if (!piece || step === "added") return;
    const item = this.#items.findOrAdd(piece.kind, { index: event.output_index, id: event.item_id });
    const part = `${name}.${countOf(event.content_index ?? event.summary_index)}`;
    if (step === "delta") yield* this.#grow(item, part, textOf(event.delta) ?? "");
    else yield* this.#complete(item, part, wholeText(event[piece.whole]));
  }

  /** Adds what is only in the complete response, and ends open calls. */
  *end({ output }: JsonRecord): Generator<ApiChunk> {
    for (const [index, sent] of listOf(output).entries()) {
      yield* this.#acceptItem({ output_index: index, item: sent }, true);
    }
    for (const item of this.#items.all) if (item.kind === "function_call") yield* this.#endCall(item);
  }

  *#acceptItem(event: JsonRecord, isWhole: boolean): Generator<ApiChunk> {
    const sent = recordOf(event.item);
    const position = { index: event.output_index, id: sent.id };
    const item = isWhole ? this.#items.findOrAdd(sent.type, position) : this.#items.announce(sent.type, position);
    if (item.isDone) return;
    item.vendorId ??= textOf(sent.call_id);
    item.name ??= textOf(sent.name);
    if (item.kind === "function_call" && item.name !== undefined) yield* this.#startCall(item);
    if (!isWhole) return;
    yield* this.#finish(item, sent);
    item.isDone = true;
  }

  *#finish(item: Item, sent: JsonRecord): Generator<ApiChunk> {
    if (item.kind === "message") {
      for (const [index, part] of listOf(sent.content).entries()) {
        const { type, text, refusal } = recordOf(part);
        yield* this.#complete(item, `${String(type)}.${index}`, wholeText(text ?? refusal));
      }
    }
    if (item.kind === "reasoning") yield* this.#finishReasoning(item, sent);
    if (item.kind === "function_call") {
      yield* this.#complete(item, "function_call_arguments.0", wholeText(sent.arguments));
      yield* this.#endCall(item);
    }
    const data = item.kind === "image_generation_call" ? textOf(sent.result) : undefined;
    if (data !== undefined) {
      this.#lastMessage = undefined;
      yield {
        type: "image",
        image: { type: "image", mediaType: `image/${textOf(sent.output_format) ?? "png"}`, data },
      };
    }
  }

  *#finishReasoning(item: Item, sent: JsonRecord): Generator<ApiChunk> {
    for (const { name, texts } of shownParts(sent)) {
      for (const [index, text] of texts.entries()) yield* this.#complete(item, `${name}.${index}`, text);
    }
    const signature = signatureOf(sent);
    if (signature !== undefined) yield { type: "reasoning.delta", text: "", signature, origin: responsesOrigin };
  }

  *#complete(item: Item, part: string, whole: string): Generator<ApiChunk> {
    yield* this.#grow(item, part, whole.slice(item.received.get(part) ?? 0));
  }

  *#grow(item: Item, part: string, text: string): Generator<ApiChunk> {
    if (text === "" || item.isDone) return;
    const isNewPart = !item.received.has(part);
    item.received.set(part, (item.received.get(part) ?? 0) + text.length);
    if (item.kind === "message") {
      const isOther = this.#lastMessage !== undefined && this.#lastMessage !== item;
      this.#lastMessage = item;
      yield { type: "text.delta", text: isOther ? `\n\n${text}` : text };
      return;
    }
    this.#lastMessage = undefined;
    if (item.kind === "reasoning") {
      const isLaterPart = isNewPart && item.received.size > 1;
      yield { type: "reasoning.delta", text: isLaterPart ? `\n\n${text}` : text };
    } else if (item.callId === undefined) item.early += text;
    else yield { type: "call.delta", callId: item.callId, text };
  }

  *#startCall(item: Item): Generator<ApiChunk> {
    if (item.callId !== undefined) return;
    this.#lastMessage = undefined;
    item.callId = this.#ids.claim(item.vendorId);
    yield { type: "call.start", callId: item.callId, name: item.name ?? "" };
    if (item.early !== "") yield { type: "call.delta", callId: item.callId, text: item.early };
    item.early = "";
  }

  *#endCall(item: Item): Generator<ApiChunk> {
    if (item.hasEnded) return;
    yield* this.#startCall(item);
    item.hasEnded = true;
    if (item.callId !== undefined) yield { type: "call.end", callId: item.callId };
  }
}

/** A string as documented; some servers send the object itself. */
function wholeText(value: unknown): string {
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return textOf(value) ?? "";
}
