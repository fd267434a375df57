import { noUsage, type Usage } from "@roo-code/types";
import { countOf, isRecord, listOf, numberOf, type Plain, recordOf, textOf } from "../plain-value.ts";
import { parseJson } from "../read/parse-data.ts";
import { conversationLimit, type SourceFolder } from "../read/source-folder.ts";
import { anthropicSaid } from "./anthropic-said.ts";
import type { Conversation, Said } from "./said.ts";

/** Reads one task folder as Roo Code, Kilo Code and Cline keep it. `item` is what the tool's history says of it. */
export function rooConversation(folder: SourceFolder, item: Plain): Conversation | undefined {
  const history =
    folder.readJson("api_conversation_history.json", conversationLimit) ??
    folder.readJson("claude_messages.json", conversationLimit);
  if (!Array.isArray(history)) return undefined;
  const about = { ...item, ...recordOf(folder.readJson("history_item.json")) };
  const messages = history.filter(isRecord);
  const kept = effectiveMessages(messages, about.conversationHistoryDeletedRange);
  const said = kept.flatMap((message) => saidOf(message));
  const usages = usagesOf(folder.readJson("ui_messages.json", conversationLimit));
  return {
    said: unwrapTask(withUsage(said, usages, about)),
    missing: missingOf(history.length, messages.length, kept.length),
    mode: textOf(about.mode),
    cwd: textOf(about.workspace) ?? textOf(about.cwdOnTaskInitialization) ?? cwdOf(kept),
    model: textOf(about.modelId),
    createdAt: numberOf(messages[0]?.ts) ?? timeOfId(textOf(about.id)) ?? numberOf(about.ts),
  };
}

/** What is still sent to the model: from the last summary on, without what a sliding window hid. */
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
    ...(broken > 0 ? [`entries of its history that are no messages: ${broken}`] : []),
    ...(hidden > 0 ? [`older messages that had been condensed away and stay in the original: ${hidden}`] : []),
  ];
}

function saidOf(message: Plain): Said[] {
  const more = { at: numberOf(message.ts) };
  // Reasoning of some vendors is an entry of its own, in front of the reply.
  if (message.type === "reasoning") return reasoningSaid(message, more);
  const said = anthropicSaid(message, more);
  const spoken = said && withMalformed(said, recordOf(message.malformed));
  return spoken ? [...reasoningSaid({ text: message.reasoning_content }, more, spoken.by), spoken] : [];
}

function reasoningSaid(item: Plain, more: Pick<Said, "at">, by: Said["by"] = "assistant"): Said[] {
  const summary = listOf(item.summary).map((part) => textOf(recordOf(part).text) ?? "");
  const text = textOf(item.text) ?? summary.join("\n");
  return text === "" || by === "user" ? [] : [{ by: "assistant", parts: [{ type: "reasoning", text }], ...more }];
}

/** Calls whose arguments were no JSON: our own export keeps what came beside the message. */
function withMalformed(said: Said, malformed: Plain): Said {
  if (Object.keys(malformed).length === 0) return said;
  const parts = said.parts.map((part) => {
    const text = part.type === "tool-call" ? textOf(malformed[part.callId]) : undefined;
    return part.type === "tool-call" && text !== undefined ? { ...part, malformed: text } : part;
  });
  return { ...said, parts };
}

/** Each request the interface shows, with what it cost. */
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

/** Request by request where they match the replies; else the whole with the last reply, so that the sum is right. */
function withUsage(said: readonly Said[], usages: readonly Usage[], item: Plain): Said[] {
  const replies = said.filter(({ by }) => by === "assistant");
  const matches = usages.length === replies.length;
  const total = countOf(item.tokensOut) > 0 ? usageOf(item) : noUsage();
  return said.map((one) => {
    if (one.by !== "assistant") return one;
    const usage = matches ? usages[replies.indexOf(one)] : one === replies.at(-1) ? total : undefined;
    return usage ? { ...one, usage } : one;
  });
}

/** The first message comes wrapped; what is in it is what the person wrote, and the task's title. */
function unwrapTask(said: readonly Said[]): Said[] {
  const [first, ...rest] = said;
  if (first?.by !== "user") return [...said];
  const parts = first.parts.map((part, index) => {
    if (part.type !== "text") return part;
    const [, inner] = /^\s*<(?:task|user_message)>\n?([\s\S]*?)\n?<\/(?:task|user_message)>\s*$/.exec(part.text) ?? [];
    // What the editor added follows on a line of its own.
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

/** Older ids are the time at which the task began. */
function timeOfId(id: string | undefined): number | undefined {
  return id !== undefined && /^\d{13}$/.test(id) ? Number(id) : undefined;
}
