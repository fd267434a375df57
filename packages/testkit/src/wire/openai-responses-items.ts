import type { WireCall, WireReply } from "./served-format.ts";
import type { Fields } from "./strict-fields.ts";
import { textPieces } from "./text-pieces.ts";

export interface OutputItem {
  /** The finished item. */
  readonly item: Fields;
  /** The item as it is announced. */
  readonly bare: Fields;
  /** The events in between; `item_id` and `output_index` are added to each. */
  readonly events: readonly Fields[];
}

/** The items of a reply, in the order a model sends them. */
export function outputItemsOf({ reasoning, signature, text, image, calls = [] }: WireReply): OutputItem[] {
  return [
    ...(reasoning || signature !== undefined ? [reasoningItem(reasoning ?? "", signature)] : []),
    ...(text ? [messageItem(text)] : []),
    ...(image ? [imageItem(image)] : []),
    ...calls.map(callItem),
  ];
}

/** Reasoning is visible as a summary; the full reasoning is encrypted. */
function reasoningItem(reasoning: string, signature: string | undefined): OutputItem {
  const part = { type: "summary_text", text: reasoning };
  const bare = { id: "rs_served", type: "reasoning", summary: [] };
  return {
    item: {
      ...bare,
      summary: reasoning === "" ? [] : [part],
      encrypted_content: signature,
    },
    bare,
    events: reasoning === "" ? [] : summaryEvents(reasoning, part),
  };
}

function summaryEvents(text: string, part: Fields): Fields[] {
  const events: Fields[] = [
    { type: "response.reasoning_summary_part.added", part: { ...part, text: "" } },
    ...textPieces(text, 24).map((delta) => ({ type: "response.reasoning_summary_text.delta", delta })),
    { type: "response.reasoning_summary_text.done", text },
    { type: "response.reasoning_summary_part.done", part },
  ];
  return events.map((event) => ({ ...event, summary_index: 0 }));
}

function messageItem(text: string): OutputItem {
  const common = { id: "msg_served", type: "message", role: "assistant" };
  const part = { type: "output_text", text, annotations: [], logprobs: [] };
  const events: Fields[] = [
    { type: "response.content_part.added", part: { ...part, text: "" } },
    ...textPieces(text, 8).map((delta) => ({ type: "response.output_text.delta", delta, logprobs: [] })),
    { type: "response.output_text.done", text, logprobs: [] },
    { type: "response.content_part.done", part },
  ];
  return {
    item: { ...common, status: "completed", content: [part] },
    bare: { ...common, status: "in_progress", content: [] },
    events: events.map((event) => ({ ...event, content_index: 0 })),
  };
}

function imageItem({ mediaType, data }: NonNullable<WireReply["image"]>): OutputItem {
  const common = { id: "ig_served", type: "image_generation_call" };
  const output_format = mediaType.replace("image/", "");
  return {
    item: { ...common, status: "completed", output_format, result: data },
    bare: { ...common, status: "in_progress", result: null },
    events: [
      { type: "response.image_generation_call.in_progress" },
      { type: "response.image_generation_call.generating" },
      { type: "response.image_generation_call.partial_image", partial_image_index: 0, partial_image_b64: "AAAA" },
      { type: "response.image_generation_call.completed" },
    ],
  };
}

function callItem({ id, name, arguments: text }: WireCall, index: number): OutputItem {
  const common = { id: `fc_served_${index}`, type: "function_call", call_id: id ?? `call_served_${index}`, name };
  return {
    item: { ...common, status: "completed", arguments: text },
    bare: { ...common, status: "in_progress", arguments: "" },
    events: [
      ...textPieces(text, 8).map((delta) => ({ type: "response.function_call_arguments.delta", delta })),
      { type: "response.function_call_arguments.done", name, arguments: text },
    ],
  };
}
