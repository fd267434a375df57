import type { ReasoningPart } from "@roo-code/types";
import { isRecord, type JsonRecord, listOf, parseJson, recordOf, textOf } from "../../json-value.ts";

/** The origin of signatures that only this wire format can read. */
export const responsesOrigin = "openai-responses";

/** The fields of a reasoning item to send back; undefined if it is not encrypted, because the server would not know it. */
export function signatureOf(item: JsonRecord): string | undefined {
  const { id, summary, content, encrypted_content: encrypted } = item;
  if (textOf(encrypted) === undefined) return undefined;
  const shown = listOf(content);
  return JSON.stringify({
    id: textOf(id),
    summary: listOf(summary),
    content: shown.length > 0 ? shown : undefined,
    encrypted_content: encrypted,
  });
}

/** The original item of a part; undefined for reasoning of another origin. */
export function toReasoningItem({ signature, origin }: ReasoningPart): object | undefined {
  if (signature === undefined || origin !== responsesOrigin) return undefined;
  const item = parseJson(signature);
  if (!isRecord(item) || textOf(item.encrypted_content) === undefined) return undefined;
  return { type: "reasoning", ...item };
}

/** The visible text of reasoning: its summary, and the reasoning itself if the server sends it. */
export function shownParts(item: JsonRecord): { readonly name: string; readonly texts: readonly string[] }[] {
  return [
    { name: "reasoning_summary_text", texts: listOf(item.summary).map(partText) },
    { name: "reasoning_text", texts: listOf(item.content).map(partText) },
  ];
}

function partText(part: unknown): string {
  return textOf(recordOf(part).text) ?? "";
}
