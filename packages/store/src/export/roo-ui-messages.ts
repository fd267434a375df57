import {
  type AssistantMessage,
  type EventOf,
  type ImagePart,
  messageText,
  type TaskEvent,
  type ToolCallPart,
  type Usage,
} from "@roo-code/types";
import { isRecord, textOf } from "../import/plain-value.ts";

interface UiMessage {
  readonly type: "say" | "ask";
  readonly say?: string;
  readonly ask?: string;
  readonly text: string;
  readonly images?: readonly string[];
}

/** The UI messages of Roo Code. They are identified by their time there, so no two are the same. */
export function uiMessages(events: readonly TaskEvent[]): object[] {
  let last = 0;
  let isFirst = true;
  return events.flatMap((event) => {
    const messages = messagesFor(event, isFirst);
    if (event.type === "message.added") isFirst = false;
    return messages.map((message) => {
      last = Math.max(last + 1, Date.parse(event.at) || 0);
      return { ts: last, ...message };
    });
  });
}

function messagesFor(event: TaskEvent, isFirst: boolean): UiMessage[] {
  switch (event.type) {
    case "message.added": {
      const images = imageUrls(event.message.content.filter((part) => part.type === "image"));
      return [say(isFirst ? "text" : "user_feedback", messageText(event.message), images)];
    }
    case "turn.end":
      return [say("api_req_started", JSON.stringify(requestOf(event.usage))), ...replyMessages(event.message)];
    case "tool.end":
      return resultMessages(event);
    case "turn.failed":
      return [say("error", event.error.message)];
    case "notice.added":
      return [say("text", event.message)];
    case "summary.added":
      return [say("condense_context", messageText(event.message))];
    case "snapshot.added":
      return [say("checkpoint_saved", event.snapshot)];
    case "subtask.end":
      return [say("subtask_result", `${event.status}: ${event.filesChanged.join(", ")}`)];
    case "mode.start":
    case "change.added":
    case "rewind.added":
    case "subtask.start":
    case "workflow.start":
    case "phase.start":
    case "phase.end":
    case "check.end":
    case "hook.end":
    case "connection.start":
    case "connection.added":
    case "connection.failed":
    case "mcp.end":
    case "resource.end":
    case "sample.end":
    case "task.start":
    case "run.start":
    case "run.end":
    case "abort.requested":
    case "condense.requested":
    case "turn.start":
    case "tool.start":
    case "todos.added":
    case "approval.requested":
    case "approval.end":
    case "question.requested":
    case "question.end":
      return [];
    default:
      // From a newer version.
      event satisfies never;
      return [];
  }
}

function say(kind: string, text: string, images: readonly string[] = []): UiMessage {
  return { type: "say", say: kind, text, images: images.length > 0 ? images : undefined };
}

function replyMessages(message: AssistantMessage): UiMessage[] {
  return message.content.map((part) => {
    if (part.type === "text") return say("text", part.text);
    if (part.type === "image") return say("text", "", [`data:${part.mediaType};base64,${part.data}`]);
    return part.type === "reasoning" ? say("reasoning", part.text) : callMessage(part);
  });
}

function callMessage({ name, input }: ToolCallPart): UiMessage {
  const fields = isRecord(input) ? input : {};
  if (name === "execute_command") return { type: "ask", ask: "command", text: textOf(fields.command) ?? "" };
  if (name === "attempt_completion") return say("completion_result", textOf(fields.result) ?? "");
  if (name === "ask_followup_question")
    return { type: "ask", ask: "followup", text: JSON.stringify({ question: fields.question, suggest: [] }) };
  return { type: "ask", ask: "tool", text: JSON.stringify({ tool: name, ...fields }) };
}

function resultMessages(event: EventOf<"tool.end">): UiMessage[] {
  if (event.isError) return [say("error", event.content)];
  return event.name === "execute_command" ? [say("command_output", event.content, imageUrls(event.images ?? []))] : [];
}

function requestOf(usage: Usage): object {
  const { inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens, costUsd } = usage;
  return {
    apiProtocol: "openai",
    tokensIn: inputTokens,
    tokensOut: outputTokens,
    cacheWrites: cacheWriteTokens,
    cacheReads: cacheReadTokens,
    cost: costUsd ?? undefined,
  };
}

function imageUrls(images: readonly ImagePart[]): string[] {
  return images.map(({ mediaType, data }) => `data:${mediaType};base64,${data}`);
}
