import type { Usage } from "@roo-code/types";
import { countOf, isRecord, listOf, numberOf, type Plain, recordOf, textOf } from "../plain-value.ts";
import { imageOfUrl, unknownPart } from "../tasks/anthropic-said.ts";
import type { Conversation, Said, SaidPart } from "../tasks/said.ts";

export interface StoredMessage {
  readonly info: Plain;
  readonly parts: readonly Plain[];
}

export function opencodeConversation(session: Plain, messages: readonly StoredMessage[]): Conversation | undefined {
  if (messages.length === 0) return undefined;
  const kept = effectiveMessages(messages, textOf(recordOf(session.revert).messageID));
  const left = messages.length - kept.length;
  const reply = kept.findLast(({ info }) => info.role === "assistant")?.info ?? {};
  return {
    said: kept.flatMap(saidOf),
    provider: textOf(reply.providerID),
    model: textOf(reply.modelID),
    mode: modeOf(textOf(reply.agent) ?? textOf(reply.mode)),
    cwd: textOf(session.directory) ?? textOf(recordOf(reply.path).cwd),
    createdAt: numberOf(recordOf(session.time).created),
    missing: left > 0 ? [`messages that had been condensed away or undone and stay in the original: ${left}`] : [],
  };
}

function modeOf(agent: string | undefined): string | undefined {
  if (agent === "build") return "code";
  return agent === "plan" ? "architect" : agent;
}

/** From the request for the last summary on, and without what was undone. */
function effectiveMessages(messages: readonly StoredMessage[], undoneFrom: string | undefined): StoredMessage[] {
  const undone = messages.findIndex(({ info }) => undoneFrom !== undefined && info.id === undoneFrom);
  const valid = undone === -1 ? [...messages] : messages.slice(0, undone);
  const summary = valid.findLast(({ info }) => info.role === "assistant" && info.summary === true);
  const request = summary ? valid.findIndex(({ info }) => info.id === summary.info.parentID) : -1;
  return valid.slice(Math.max(0, request));
}

function saidOf({ info, parts }: StoredMessage): Said[] {
  const at = numberOf(recordOf(info.time).created);
  if (info.role === "user") return [{ by: "user", parts: parts.flatMap(userParts), at }];
  return info.role === "assistant" ? replySaid(parts, at) : [];
}

function userParts(part: Plain): SaidPart[] {
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
      return textPart("(What was said so far was condensed.)");
    case "agent":
      return textPart(`@${textOf(part.name) ?? ""}`);
    default:
      return [unknownPart(part)];
  }
}

/** One message may hold many requests to the model; each begins with `step-start` and has its calls' results inside. */
function replySaid(parts: readonly Plain[], at: number | undefined): Said[] {
  const said: Said[] = [];
  let step: Plain[] = [];
  for (const part of [...parts, { type: "step-start" }]) {
    if (part.type !== "step-start") step.push(part);
    else {
      said.push(...stepSaid(step, at));
      step = [];
    }
  }
  return said;
}

function stepSaid(step: readonly Plain[], at: number | undefined): Said[] {
  if (step.length === 0) return [];
  const usage = usageOf(step.find(({ type }) => type === "step-finish"));
  const reply: Said = { by: "assistant", parts: step.flatMap(replyParts), at, usage };
  const results = step.flatMap(resultParts);
  return results.length > 0 ? [reply, { by: "user", parts: results, at }] : [reply];
}

function replyParts(part: Plain): SaidPart[] {
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
      // What the program keeps for itself.
      return [];
    default:
      return [unknownPart(part)];
  }
}

function resultParts(part: Plain): SaidPart[] {
  const state = recordOf(part.state);
  if (part.type !== "tool" || (state.status !== "completed" && state.status !== "error")) return [];
  const isError = state.status === "error";
  const images = listOf(state.attachments).flatMap((file) => imageOfUrl(textOf(recordOf(file).url)) ?? []);
  const content = textOf(isError ? state.error : state.output) ?? "";
  return [{ type: "tool-result", callId: textOf(part.callID) ?? "", content, images, isError }];
}

function textPart(text: unknown): SaidPart[] {
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
