import { isRecord, listOf, type Plain, recordOf, textOf, timeOf } from "../plain-value.ts";
import { parseJson } from "../read/parse-data.ts";
import { readLines } from "../read/read-lines.ts";
import type { SourceFolder } from "../read/source-folder.ts";
import { imageOfUrl, unknownPart } from "../tasks/anthropic-said.ts";
import type { Conversation, Said, SaidPart } from "../tasks/said.ts";

/** Reads one rollout: items of OpenAI's newer protocol, one a line, between others that only matter to Codex. */
export function codexConversation(own: SourceFolder, path: string): Conversation | undefined {
  const file = readLines(own, path);
  if (!file) return undefined;
  let said: Said[] = [];
  let condensed = 0;
  let meta: Plain = {};
  let context: Plain = {};
  for (const line of file.lines) {
    const payload = recordOf(line.payload);
    if (line.type === "session_meta") meta = { ...payload, ...meta };
    else if (line.type === "turn_context") context = payload;
    else if (line.type === "compacted") {
      condensed += said.length;
      said = condensedSaid(payload);
    } else said.push(...saidOf(line.type === "response_item" ? payload : line, timeOf(line.timestamp)));
  }
  return {
    said,
    provider: textOf(meta.model_provider) ?? "openai",
    model: textOf(context.model),
    cwd: textOf(meta.cwd) ?? textOf(context.cwd),
    createdAt: timeOf(meta.timestamp) ?? timeOf(file.lines[0]?.timestamp),
    missing: [
      ...(file.broken > 0 ? [`lines that are not valid JSON: ${file.broken}`] : []),
      ...(condensed > 0 ? [`older items that had been condensed away and stay in the original: ${condensed}`] : []),
    ],
  };
}

function condensedSaid({ message, replacement_history }: Plain): Said[] {
  if (Array.isArray(replacement_history))
    return replacement_history.flatMap((item) => saidOf(recordOf(item), undefined));
  const text = textOf(message);
  return text === undefined ? [] : [{ by: "user", parts: [{ type: "text", text }] }];
}

function saidOf(item: Plain, at: number | undefined): Said[] {
  switch (item.type) {
    case "message":
      return messageSaid(item, at);
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

function reply(parts: SaidPart[], at: number | undefined): Said[] {
  return parts.length > 0 ? [{ by: "assistant", parts, at }] : [];
}

function messageSaid(item: Plain, at: number | undefined): Said[] {
  const { role } = item;
  // `developer` and `system` are Codex's own instructions.
  if (role !== "user" && role !== "assistant") return [];
  const parts = contentParts(item.content);
  const [first] = parts;
  const isPutIn =
    first?.type === "text" &&
    /^\s*(<(environment_context|user_instructions|permissions)|# AGENTS\.md instructions)/.test(first.text);
  return role === "user" && isPutIn ? [] : [{ by: role, parts, at }];
}

function contentParts(content: unknown): SaidPart[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return listOf(content)
    .filter(isRecord)
    .map((part) => {
      const text = textOf(part.text);
      if (text !== undefined) return { type: "text", text };
      return imageOfUrl(textOf(part.image_url)) ?? unknownPart(part);
    });
}

function reasoningParts(item: Plain): SaidPart[] {
  const texts = [...listOf(item.summary), ...listOf(item.content)].flatMap((part) => textOf(recordOf(part).text) ?? []);
  return texts.length > 0 ? [{ type: "reasoning", text: texts.join("\n\n") }] : [];
}

function callOf(item: Plain, given: unknown): SaidPart {
  const call = { type: "tool-call", callId: callIdOf(item), name: textOf(item.name) ?? "" } as const;
  const input = typeof given === "string" ? parseJson(given === "" ? "{}" : given) : given;
  return isRecord(input) ? { ...call, input } : { ...call, input: {}, malformed: String(given) };
}

function callIdOf(item: Plain): string {
  return textOf(item.call_id) ?? textOf(item.id) ?? "";
}

/** A text, a list of parts, or — in older files — JSON in a text with the output inside. */
function resultOf(item: Plain): SaidPart {
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
