import {
  type ImagePart,
  type Message,
  messageText,
  reduceTask,
  type TaskEvent,
  type TaskState,
  type ToolResultPart,
} from "@roo-code/types";
import { uiMessages } from "./roo-ui-messages.ts";

/** The files of a task's folder in Roo Code's storage. */
export function toRooFiles(events: readonly TaskEvent[]): ReadonlyMap<string, string> {
  const state = reduceTask(events);
  return new Map([
    ["api_conversation_history.json", JSON.stringify(apiMessages(events, state))],
    ["ui_messages.json", JSON.stringify(uiMessages(events))],
    ["history_item.json", JSON.stringify(historyItem(events, state))],
  ]);
}

/** The conversation with the model, in Anthropic's format. */
function apiMessages(events: readonly TaskEvent[], state: TaskState): object[] {
  const ended = state.openCalls.flatMap(({ end }) => (end ? [{ ...end, type: "tool-result" as const }] : []));
  const messages: Message[] = ended.length > 0 ? [...state.messages, { role: "tool", content: ended }] : state.messages;
  const times = timesOf(events);
  return [...messages, ...state.waitingMessages.map(({ message }) => message)].map((message, index) => ({
    ...apiMessage(message),
    ts: times[index] ?? times.at(-1) ?? 0,
  }));
}

function apiMessage(message: Message): object {
  if (message.role === "tool") return { role: "user", content: message.content.map(toolResult) };
  if (message.role === "user")
    return {
      role: "user",
      content: message.content.map((part) => (part.type === "text" ? { type: "text", text: part.text } : image(part))),
    };
  const malformed = message.content.flatMap((part) =>
    part.type === "tool-call" && part.malformed !== undefined ? [[part.callId, part.malformed] as const] : [],
  );
  const content = message.content.map((part) => {
    if (part.type === "tool-call") return { type: "tool_use", id: part.callId, name: part.name, input: part.input };
    if (part.type === "image") return image(part);
    if (part.type === "text" || part.signature === undefined) return { ...part };
    return { type: "thinking", thinking: part.text, signature: part.signature };
  });
  // Beside the content, which is sent to the model unchanged.
  return { role: "assistant", content, malformed: malformed.length > 0 ? Object.fromEntries(malformed) : undefined };
}

function toolResult({
  callId,
  content,
  images,
  isError,
}: Pick<ToolResultPart, "callId" | "content" | "images" | "isError">): object {
  return {
    type: "tool_result",
    tool_use_id: callId,
    content: images ? [{ type: "text", text: content }, ...images.map(image)] : content,
    is_error: isError ? true : undefined,
  };
}

function image({ mediaType, data }: ImagePart): object {
  return { type: "image", source: { type: "base64", media_type: mediaType, data } };
}

/** The time of each message. */
function timesOf(events: readonly TaskEvent[]): number[] {
  const times: number[] = [];
  let open = 0;
  let waiting: number[] = [];
  for (const event of events) {
    const at = Date.parse(event.at);
    if (event.type === "turn.end") {
      times.push(at);
      open = event.message.content.filter((part) => part.type === "tool-call").length;
    }
    if (event.type === "message.added") (open > 0 ? waiting : times).push(at);
    if (event.type !== "tool.end" || open === 0) continue;
    open -= 1;
    if (open > 0) continue;
    times.push(at, ...waiting);
    waiting = [];
  }
  return times;
}

function historyItem(events: readonly TaskEvent[], state: TaskState): object {
  const { usage, outcome } = state;
  const first = events.find((event) => event.type === "message.added");
  return {
    id: state.taskId,
    number: 1,
    ts: Date.parse(events.at(-1)?.at ?? "") || 0,
    task: first ? messageText(first.message) : "",
    tokensIn: usage.inputTokens,
    tokensOut: usage.outputTokens,
    cacheWrites: usage.cacheWriteTokens,
    cacheReads: usage.cacheReadTokens,
    totalCost: usage.costUsd ?? 0,
    workspace: state.environment.cwd,
    mode: state.mode,
    status: outcome?.status === "completed" ? "completed" : "active",
  };
}
