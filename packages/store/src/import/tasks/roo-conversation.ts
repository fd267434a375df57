import { noUsage, type Usage } from "@roo-code/types";
import { countOf, isRecord, listOf, numberOf, type Plain, recordOf, textOf } from "../plain-value.ts";
import { parseJson } from "../read/parse-data.ts";
import { conversationLimit, type SourceFolder } from "../read/source-folder.ts";
import { fromAnthropicMessage } from "./anthropic-message.ts";
import type { Conversation, ForeignMessage } from "./conversation.ts";

/** Reads one task folder of Roo Code, Kilo Code or Cline. `item` is its entry in the tool's history. */
export function rooConversation(folder: SourceFolder, item: Plain): Conversation | undefined {
  const history =
    folder.readJson("api_conversation_history.json", conversationLimit) ??
    folder.readJson("claude_messages.json", conversationLimit);
  if (!Array.isArray(history)) return undefined;
  const about = { ...item, ...recordOf(folder.readJson("history_item.json")) };
  const messages = history.filter(isRecord);
  const kept = effectiveMessages(messages, about.conversationHistoryDeletedRange);
  const converted = kept.flatMap((message) => toMessages(message));
  const usages = usagesOf(folder.readJson("ui_messages.json", conversationLimit));
  return {
    messages: unwrapTask(withUsage(converted, usages, about)),
    missing: missingOf(history.length, messages.length, kept.length),
    mode: textOf(about.mode),
    cwd: textOf(about.workspace) ?? textOf(about.cwdOnTaskInitialization) ?? cwdOf(kept),
    model: textOf(about.modelId),
    createdAt: numberOf(messages[0]?.ts) ?? timeOfId(textOf(about.id)) ?? numberOf(about.ts),
  };
}

/** The messages still sent to the model: from the last summary on, without those hidden by a sliding window. */
function effectiveMessages(messages: readonly Plain[], deletedRange: unknown): Plain[] {
  const lastSummary = messages.findLastIndex((message) => message.isSummary === true);
  const markers = new Set(
    messages.filter(({ isTruncationMarker }) => isTruncationMarker).map(({ truncationId }) => truncationId),
  );
  const [first, last] = listOf(deletedRange).map(numberOf);
  return messages.filter((message, index) => {
    if (index < lastSummary) return false;
    if (first !== undefined && last !== undefined && index >= first && index <= last) return false;
    return message.truncationParent === undefined || !markers.has(message.truncationParent);
  });
}

function missingOf(entries: number, messages: number, kept: number): string[] {
  const broken = entries - messages;
  const hidden = messages - kept;
  return [
    ...(broken > 0 ? [`entries of its history that are not messages: ${broken}`] : []),
    ...(hidden > 0 ? [`older messages that had been condensed, which stay in the original: ${hidden}`] : []),
  ];
}

function toMessages(message: Plain): ForeignMessage[] {
  const more = { at: numberOf(message.ts) };
  // Some vendors' reasoning is an entry of its own, before the reply.
  if (message.type === "reasoning") return toReasoning(message, more);
  const converted = fromAnthropicMessage(message, more);
  const whole = converted && withMalformed(converted, recordOf(message.malformed));
  return whole ? [...toReasoning({ text: message.reasoning_content }, more, whole.by), whole] : [];
}

function toReasoning(
  item: Plain,
  more: Pick<ForeignMessage, "at">,
  by: ForeignMessage["by"] = "assistant",
): ForeignMessage[] {
  const summary = listOf(item.summary).map((part) => textOf(recordOf(part).text) ?? "");
  const text = textOf(item.text) ?? summary.join("\n");
  return text === "" || by === "user" ? [] : [{ by: "assistant", parts: [{ type: "reasoning", text }], ...more }];
}

/** Calls whose arguments were not JSON: our own export keeps the original text beside the message. */
function withMalformed(message: ForeignMessage, malformed: Plain): ForeignMessage {
  if (Object.keys(malformed).length === 0) return message;
  const parts = message.parts.map((part) => {
    const text = part.type === "tool-call" ? textOf(malformed[part.callId]) : undefined;
    return part.type === "tool-call" && text !== undefined ? { ...part, malformed: text } : part;
  });
  return { ...message, parts };
}

/** The usage of each request in the UI messages. */
function usagesOf(messages: unknown): Usage[] {
  return listOf(messages).flatMap((message) => {
    const { say, text } = recordOf(message);
    const request = say === "api_req_started" && typeof text === "string" ? parseJson(text) : undefined;
    return isRecord(request) && countOf(request.tokensOut) > 0 ? [usageOf(request)] : [];
  });
}

function usageOf(counts: Plain): Usage {
  return {
    inputTokens: countOf(counts.tokensIn),
    outputTokens: countOf(counts.tokensOut),
    cacheReadTokens: countOf(counts.cacheReads),
    cacheWriteTokens: countOf(counts.cacheWrites),
    costUsd: numberOf(counts.cost) ?? numberOf(counts.totalCost) ?? null,
  };
}

/** Per request if they match the replies; else the total with the last reply, so that the sum is right. */
function withUsage(messages: readonly ForeignMessage[], usages: readonly Usage[], item: Plain): ForeignMessage[] {
  const replies = messages.filter(({ by }) => by === "assistant");
  const matches = usages.length === replies.length;
  const total = countOf(item.tokensOut) > 0 ? usageOf(item) : noUsage();
  return messages.map((one) => {
    if (one.by !== "assistant") return one;
    const usage = matches ? usages[replies.indexOf(one)] : one === replies.at(-1) ? total : undefined;
    return usage ? { ...one, usage } : one;
  });
}

/** The first message is wrapped in tags; its content is what the user wrote, and the task's title. */
function unwrapTask(messages: readonly ForeignMessage[]): ForeignMessage[] {
  const [first, ...rest] = messages;
  if (first?.by !== "user") return [...messages];
  const parts = first.parts.map((part, index) => {
    if (part.type !== "text") return part;
    const [, inner] = /^\s*<(?:task|user_message)>\n?([\s\S]*?)\n?<\/(?:task|user_message)>\s*$/.exec(part.text) ?? [];
    // The editor's additions follow on a line of their own.
    const end = index < first.parts.length - 1 ? "\n" : "";
    return inner === undefined ? part : { ...part, text: inner + end };
  });
  return [{ ...first, parts }, ...rest];
}

function cwdOf(messages: readonly Plain[]): string | undefined {
  const [first] = messages;
  const text = JSON.stringify(first?.content ?? "");
  return /Current (?:Workspace|Working) Directory \(([^)\\"]+)\)/.exec(text)?.[1];
}

/** Older ids are the start time of the task. */
function timeOfId(id: string | undefined): number | undefined {
  return id !== undefined && /^\d{13}$/.test(id) ? Number(id) : undefined;
}
