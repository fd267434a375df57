import type { ReasoningPart } from "@roo-code/types";
import { isRecord, type JsonRecord, listOf, parseJson, recordOf, textOf } from "../../json-value.ts";

/** The wire format that made a signature, and that alone can read it. */
export const responsesOrigin = "openai-responses";

/** What must come back of a thought; undefined for one that is not encrypted, which the server would not know again. */
export function signatureOf(item: JsonRecord): string | undefined {
  const { id, summary, content, encrypted_content: encrypted } = item;
  if (textOf(encrypted) === undefined) return undefined;
  const shown = listOf(content);
  return JSON.stringify({
    ...(textOf(id) !== undefined && { id }),
    summary: listOf(summary),
    ...(shown.length > 0 && { content: shown }),
    encrypted_content: encrypted,
  });
}

/** The item a part was made from, as it was; undefined for thought of another origin. */
export function toReasoningItem({ signature, origin }: ReasoningPart): object | undefined {
  if (signature === undefined || origin !== responsesOrigin) return undefined;
  const item = parseJson(signature);
  if (!isRecord(item) || textOf(item.encrypted_content) === undefined) return undefined;
  return { type: "reasoning", ...item };
}

/** What a person may read of a thought: its summary, and the thought itself where the server shows it. */
export function shownParts(item: JsonRecord): { readonly name: string; readonly texts: readonly string[] }[] {
  return [
    { name: "reasoning_summary_text", texts: listOf(item.summary).map(partText) },
    { name: "reasoning_text", texts: listOf(item.content).map(partText) },
  ];
}

function partText(part: unknown): string {
  return textOf(recordOf(part).text) ?? "";
}
