/** A call of a tool with its arguments. */
export interface ScriptedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Server-sent events with a call, or with a last text. */
export type ReplyFormat = (turn: number, call: ScriptedCall | undefined) => string;

/** OpenAI's chat completions. */
export const chatReply: ReplyFormat = (turn, call) => {
  const toolCall = call && {
    index: 0,
    id: `call_${turn}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.input) },
  };
  const delta = toolCall ? { role: "assistant", tool_calls: [toolCall] } : { role: "assistant", content: "done" };
  const chunks = [
    { choices: [{ index: 0, delta }] },
    { choices: [{ index: 0, delta: {}, finish_reason: call ? "tool_calls" : "stop" }] },
    { choices: [], usage: { prompt_tokens: 10, completion_tokens: 5 } },
  ];
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
};

/** OpenAI's responses. */
export const responsesReply: ReplyFormat = (turn, call) => {
  const item = call
    ? {
        type: "function_call",
        id: `fc_${turn}`,
        call_id: `call_${turn}`,
        name: call.name,
        arguments: JSON.stringify(call.input),
      }
    : { type: "message", id: `msg_${turn}`, role: "assistant", content: [{ type: "output_text", text: "done" }] };
  const response = { id: `resp_${turn}`, object: "response" };
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  return typedEvents([
    { type: "response.created", response },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { ...response, status: "completed", output: [item], usage } },
  ]);
};

/** Anthropic's messages. */
export const messagesReply: ReplyFormat = (turn, call) => {
  const message = {
    id: `msg_${turn}`,
    type: "message",
    role: "assistant",
    model: "scripted",
    content: [],
    stop_reason: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  };
  const block = call
    ? { type: "tool_use", id: `toolu_${turn}`, name: call.name, input: {} }
    : { type: "text", text: "" };
  const delta = call
    ? { type: "input_json_delta", partial_json: JSON.stringify(call.input) }
    : { type: "text_delta", text: "done" };
  return typedEvents([
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: call ? "tool_use" : "end_turn" }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ]);
};

function typedEvents(events: readonly { readonly type: string; readonly [field: string]: unknown }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
