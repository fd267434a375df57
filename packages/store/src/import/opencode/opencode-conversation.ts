import type { Usage } from "@roo-code/types";
import { countOf, isRecord, listOf, numberOf, type Plain, recordOf, textOf } from "../plain-value.ts";
import { imageOfUrl, unknownPart } from "../tasks/anthropic-message.ts";
import type { Conversation, ForeignMessage, ForeignPart } from "../tasks/conversation.ts";

export interface StoredMessage {
  readonly info: Plain;
  readonly parts: readonly Plain[];
}

export function opencodeConversation(session: Plain, messages: readonly StoredMessage[]): Conversation | undefined {
  if (messages.length === 0) return undefined;
  const kept = effectiveMessages(messages, textOf(recordOf(session.revert).messageID));
  const omitted = messages.length - kept.length;
  const reply = kept.findLast(({ info }) => info.role === "assistant")?.info ?? {};
  return {
    messages: kept.flatMap(toMessages),
    provider: textOf(reply.providerID),
    model: textOf(reply.modelID),
    mode: modeOf(textOf(reply.agent) ?? textOf(reply.mode)),
    cwd: textOf(session.directory) ?? textOf(recordOf(reply.path).cwd),
    createdAt: numberOf(recordOf(session.time).created),
    missing: omitted > 0 ? [`messages that had been condensed or undone, which stay in the original: ${omitted}`] : [],
  };
}

function modeOf(agent: string | undefined): string | undefined {
  if (agent === "build") return "code";
  return agent === "plan" ? "architect" : agent;
}

/** From the request for the last summary on, without undone messages. */
function effectiveMessages(messages: readonly StoredMessage[], undoneFrom: string | undefined): StoredMessage[] {
  const undone = messages.findIndex(({ info }) => undoneFrom !== undefined && info.id === undoneFrom);
  const valid = undone === -1 ? [...messages] : messages.slice(0, undone);
  const summary = valid.findLast(({ info }) => info.role === "assistant" && info.summary === true);
  const request = summary ? valid.findIndex(({ info }) => info.id === summary.info.parentID) : -1;
  return valid.slice(Math.max(0, request));
}

function toMessages({ info, parts }: StoredMessage): ForeignMessage[] {
  const at = numberOf(recordOf(info.time).created);
  if (info.role === "user") return [{ by: "user", parts: parts.flatMap(userParts), at }];
  return info.role === "assistant" ? toReplies(parts, at) : [];
}

function userParts(part: Plain): ForeignPart[] {
  if (part.ignored === true) return [];
  switch (part.type) {
    case "text":
      return textPart(part.text);
    case "file":
      return [
        imageOfUrl(textOf(part.url)) ?? {
          type: "text",
          text: `(file ${textOf(part.filename) ?? textOf(part.mime) ?? ""})`,
        },
      ];
    case "subtask":
      return textPart(part.prompt);
    case "compaction":
      return textPart("(The conversation so far was condensed.)");
    case "agent":
      return textPart(`@${textOf(part.name) ?? ""}`);
    default:
      return [unknownPart(part)];
  }
}

/** One message may contain many requests to the model; each begins with `step-start` and includes the results of its calls. */
function toReplies(parts: readonly Plain[], at: number | undefined): ForeignMessage[] {
  const replies: ForeignMessage[] = [];
  let step: Plain[] = [];
  for (const part of [...parts, { type: "step-start" }]) {
    if (part.type !== "step-start") step.push(part);
    else {
      replies.push(...toStep(step, at));
      step = [];
    }
  }
  return replies;
}

function toStep(step: readonly Plain[], at: number | undefined): ForeignMessage[] {
  if (step.length === 0) return [];
  const usage = usageOf(step.find(({ type }) => type === "step-finish"));
  const reply: ForeignMessage = { by: "assistant", parts: step.flatMap(replyParts), at, usage };
  const results = step.flatMap(resultParts);
  return results.length > 0 ? [reply, { by: "user", parts: results, at }] : [reply];
}

function replyParts(part: Plain): ForeignPart[] {
  switch (part.type) {
    case "text":
      return part.ignored === true ? [] : textPart(part.text);
    case "reasoning":
      return textOf(part.text) === undefined ? [] : [{ type: "reasoning", text: textOf(part.text) ?? "" }];
    case "tool":
      return [
        {
          type: "tool-call",
          callId: textOf(part.callID) ?? "",
          name: textOf(part.tool) ?? "",
          input: recordOf(recordOf(part.state).input),
        },
      ];
    case "step-finish":
    case "snapshot":
    case "patch":
    case "retry":
      // Internal to the program.
      return [];
    default:
      return [unknownPart(part)];
  }
}

function resultParts(part: Plain): ForeignPart[] {
  const state = recordOf(part.state);
  if (part.type !== "tool" || (state.status !== "completed" && state.status !== "error")) return [];
  const isError = state.status === "error";
  const images = listOf(state.attachments).flatMap((file) => imageOfUrl(textOf(recordOf(file).url)) ?? []);
  const content = textOf(isError ? state.error : state.output) ?? "";
  return [{ type: "tool-result", callId: textOf(part.callID) ?? "", content, images, isError }];
}

function textPart(text: unknown): ForeignPart[] {
  return typeof text === "string" && text !== "" ? [{ type: "text", text }] : [];
}

function usageOf(finish: Plain | undefined): Usage | undefined {
  const tokens = finish?.tokens;
  if (!isRecord(tokens)) return undefined;
  const cacheReadTokens = countOf(recordOf(tokens.cache).read);
  const cacheWriteTokens = countOf(recordOf(tokens.cache).write);
  return {
    inputTokens: countOf(tokens.input) + cacheReadTokens + cacheWriteTokens,
    outputTokens: countOf(tokens.output) + countOf(tokens.reasoning),
    cacheReadTokens,
    cacheWriteTokens,
    costUsd: numberOf(finish?.cost) ?? null,
  };
}
