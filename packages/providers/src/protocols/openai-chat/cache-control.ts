import type { Connection } from "../../connection.ts";
import { isRecord, type JsonRecord, listOf, recordOf, textOf } from "../../json-value.ts";

const cacheControl = { type: "ephemeral" };

/** Claude behind a gateway needs explicit breakpoints; other models cache automatically. */
export function cachesExplicitly({ row, model, settings }: Connection): boolean {
  const isClaude = model.startsWith("anthropic/") || model.toLowerCase().includes("claude");
  return isClaude && row.dialect?.passesCacheControl === true && settings.promptCache !== false;
}

/** The message with a breakpoint at its end; undefined for the model's own, and for one without content. */
export function withCacheControl(message: object): object | undefined {
  const { role, content } = recordOf(message);
  if (role === "assistant") return undefined;
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : listOf(content).filter(isRecord);
  const last = parts.at(-1);
  if (!last || !canHaveBreakpoint(last)) return undefined;
  return { ...message, content: [...parts.slice(0, -1), { ...last, cache_control: cacheControl }] };
}

/** A breakpoint on empty text is rejected. */
function canHaveBreakpoint(part: JsonRecord): boolean {
  return part.type !== "text" || textOf(part.text) !== undefined;
}
