import type { Connection } from "../../connection.ts";
import { isRecord, type JsonRecord, listOf, recordOf, textOf } from "../../json-value.ts";

const mark = { type: "ephemeral" };

/** Claude behind a gateway caches what it is told to cache; other models do it by themselves. */
export function marksCacheFor({ row, model, settings }: Connection): boolean {
  const isClaude = model.startsWith("anthropic/") || model.toLowerCase().includes("claude");
  return isClaude && row.dialect?.marksCache === true && settings.promptCache !== false;
}

/** The message with its end marked; undefined for the model's own, and for one with nothing to mark. */
export function withCacheMark(message: object): object | undefined {
  const { role, content } = recordOf(message);
  if (role === "assistant") return undefined;
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : listOf(content).filter(isRecord);
  const last = parts.at(-1);
  if (!last || !canBeMarked(last)) return undefined;
  return { ...message, content: [...parts.slice(0, -1), { ...last, cache_control: mark }] };
}

/** An empty text with a mark is refused. */
function canBeMarked(part: JsonRecord): boolean {
  return part.type !== "text" || textOf(part.text) !== undefined;
}
