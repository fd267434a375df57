import { setImmediate } from "node:timers/promises";
import type { Findings } from "../findings.ts";
import type { ImportOptions } from "../import-source.ts";
import { isRecord, listOf, type Plain, recordOf, textOf, timeOf } from "../plain-value.ts";
import { parseJson } from "../read/parse-data.ts";
import type { SourceFolder } from "../read/source-folder.ts";
import { imageOfUrl, unknownPart } from "../tasks/anthropic-message.ts";
import type { Conversation, ForeignMessage, ForeignPart } from "../tasks/conversation.ts";
import { addConversation } from "../tasks/found-task.ts";

const rolloutName = /^rollout-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-(.+)\.jsonl$/;

/** Imports every `rollout-<time>-<id>.jsonl`. */
export async function importCodexSessions(
  findings: Findings,
  own: SourceFolder,
  options: ImportOptions,
): Promise<void> {
  for (const top of ["sessions", "archived_sessions"]) {
    for (const path of rollouts(own, top)) {
      const originalId = rolloutName.exec(path.replace(/^.*\//, ""))?.[1];
      if (originalId === undefined) continue;
      await setImmediate();
      addConversation(findings, { originalId, options, load: () => codexConversation(own, path) });
    }
    if (
      own
        .folder(top)
        ?.walk()
        .some((path) => path.endsWith(".jsonl.zst"))
    )
      findings.note(`Compressed sessions in ${findings.show(own.path)}/${top} were skipped.`);
  }
  findings.note("Codex's own instructions, which it writes into every session, are not part of the imported tasks.");
}

/** Month by month: one walk over all of them would exceed its limit. */
function rollouts(own: SourceFolder, top: string): string[] {
  return own.list(top).flatMap((year) => {
    const path = `${top}/${year.name}`;
    if (!year.isFolder) return [path];
    return own.list(path).flatMap((month) => own.walk(`${path}/${month.name}`));
  });
}

/** Reads one rollout: items of OpenAI's Responses API, one per line, among others that only matter to Codex. */
function codexConversation(own: SourceFolder, path: string): Conversation | undefined {
  const file = own.readJsonLines(path);
  if (!file) return undefined;
  let messages: ForeignMessage[] = [];
  let condensed = 0;
  let meta: Plain = {};
  let context: Plain = {};
  for (const line of file.lines) {
    const payload = recordOf(line.payload);
    if (line.type === "session_meta") meta = { ...payload, ...meta };
    else if (line.type === "turn_context") context = payload;
    else if (line.type === "compacted") {
      condensed += messages.length;
      messages = toCondensed(payload);
    } else messages.push(...toMessages(line.type === "response_item" ? payload : line, timeOf(line.timestamp)));
  }
  return {
    messages,
    provider: textOf(meta.model_provider) ?? "openai",
    model: textOf(context.model),
    cwd: textOf(meta.cwd) ?? textOf(context.cwd),
    createdAt: timeOf(meta.timestamp) ?? timeOf(file.lines[0]?.timestamp),
    missing: [
      ...(file.broken > 0 ? [`lines that are not valid JSON: ${file.broken}`] : []),
      ...(condensed > 0 ? [`older items that had been condensed, which stay in the original: ${condensed}`] : []),
    ],
  };
}

function toCondensed({ message, replacement_history }: Plain): ForeignMessage[] {
  if (Array.isArray(replacement_history))
    return replacement_history.flatMap((item) => toMessages(recordOf(item), undefined));
  const text = textOf(message);
  return text === undefined ? [] : [{ by: "user", parts: [{ type: "text", text }] }];
}

function toMessages(item: Plain, at: number | undefined): ForeignMessage[] {
  switch (item.type) {
    case "message":
      return toMessage(item, at);
    case "reasoning":
      return reply(reasoningParts(item), at);
    case "function_call":
      return reply([callOf(item, item.arguments)], at);
    case "custom_tool_call":
      return reply(
        [{ type: "tool-call", callId: callIdOf(item), name: textOf(item.name) ?? "", input: { input: item.input } }],
        at,
      );
    case "local_shell_call":
      return reply([{ type: "tool-call", callId: callIdOf(item), name: "shell", input: recordOf(item.action) }], at);
    case "function_call_output":
    case "custom_tool_call_output":
      return [{ by: "user", parts: [resultOf(item)], at }];
    case "web_search_call":
      return reply([unknownPart(item)], at);
    default:
      return [];
  }
}

function reply(parts: ForeignPart[], at: number | undefined): ForeignMessage[] {
  return parts.length > 0 ? [{ by: "assistant", parts, at }] : [];
}

function toMessage(item: Plain, at: number | undefined): ForeignMessage[] {
  const { role } = item;
  // `developer` and `system` are Codex's own instructions.
  if (role !== "user" && role !== "assistant") return [];
  const parts = contentParts(item.content);
  const [first] = parts;
  const isInjected =
    first?.type === "text" &&
    /^\s*(<(environment_context|user_instructions|permissions)|# AGENTS\.md instructions)/.test(first.text);
  return role === "user" && isInjected ? [] : [{ by: role, parts, at }];
}

function contentParts(content: unknown): ForeignPart[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return listOf(content)
    .filter(isRecord)
    .map((part) => {
      const text = textOf(part.text);
      if (text !== undefined) return { type: "text", text };
      return imageOfUrl(textOf(part.image_url)) ?? unknownPart(part);
    });
}

function reasoningParts(item: Plain): ForeignPart[] {
  const texts = [...listOf(item.summary), ...listOf(item.content)].flatMap((part) => textOf(recordOf(part).text) ?? []);
  return texts.length > 0 ? [{ type: "reasoning", text: texts.join("\n\n") }] : [];
}

function callOf(item: Plain, args: unknown): ForeignPart {
  const call = { type: "tool-call", callId: callIdOf(item), name: textOf(item.name) ?? "" } as const;
  const input = typeof args === "string" ? parseJson(args === "" ? "{}" : args) : args;
  return isRecord(input) ? { ...call, input } : { ...call, input: {}, malformed: String(args) };
}

function callIdOf(item: Plain): string {
  return textOf(item.call_id) ?? textOf(item.id) ?? "";
}

/** A string, a list of parts, or, in older files, JSON in a string with the output inside. */
function resultOf(item: Plain): ForeignPart {
  const { output } = item;
  const wrapped = typeof output === "string" ? parseJson(output) : output;
  const inner = isRecord(wrapped) ? wrapped : {};
  const content = typeof inner.output === "string" ? inner.output : (inner.content ?? output);
  const parts = contentParts(content);
  const images = parts.filter((part) => part.type === "image");
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const exitCode = recordOf(inner.metadata).exit_code;
  const isError = inner.success === false || (typeof exitCode === "number" && exitCode !== 0);
  return { type: "tool-result", callId: callIdOf(item), content: text, images, isError };
}
