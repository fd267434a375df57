import type { AssistantMessage } from "@roo-code/types";
import { isRecord, type JsonRecord, listOf, parseJson, textOf } from "../../json-value.ts";

/** The origin of signatures that only this wire format can read. */
export const chatOrigin = "openai-chat";

/** Fields that are concatenated; others identify the part. */
const textFields = ["text", "summary", "data"];

/** OpenRouter's reasoning details, assembled so that they can be sent back unchanged. */
export class ReasoningDetails {
  readonly #details: JsonRecord[] = [];

  get isEmpty(): boolean {
    return this.#details.length === 0;
  }

  add(sent: unknown): void {
    for (const piece of listOf(sent)) if (isRecord(piece)) this.#addPiece(piece);
  }

  get whole(): readonly JsonRecord[] {
    return this.#details;
  }

  /** Returns the collected details as a signature, and clears them. */
  take(): string {
    return JSON.stringify(this.#details.splice(0));
  }

  #addPiece(piece: JsonRecord): void {
    const known = this.#details.findLast((detail) => isSame(detail, piece));
    if (!known) {
      this.#details.push({ ...piece });
      return;
    }
    for (const [name, value] of Object.entries(piece)) {
      const before = known[name];
      if (textFields.includes(name) && typeof before === "string" && typeof value === "string")
        known[name] = before + value;
      else if (value !== null && value !== undefined) known[name] = value;
    }
  }
}

/** Whether two pieces belong together; never without an index. */
function isSame(left: JsonRecord, right: JsonRecord): boolean {
  const ids = [left.id, right.id].filter((id) => textOf(id) !== undefined);
  const isOtherId = ids.length === 2 && ids[0] !== ids[1];
  return typeof left.index === "number" && left.index === right.index && left.type === right.type && !isOtherId;
}

/** The text of pieces, for servers that send it nowhere else. */
export function shownText(sent: unknown): string {
  const texts = listOf(sent).map((piece) => (isRecord(piece) ? (textOf(piece.text) ?? textOf(piece.summary)) : ""));
  return texts.join("");
}

/** All details in the signatures of a message. */
export function detailsOf(content: AssistantMessage["content"]): readonly JsonRecord[] {
  const details = new ReasoningDetails();
  for (const part of content) {
    if (part.type !== "reasoning" || part.origin !== chatOrigin || part.signature === undefined) continue;
    details.add(parseJson(part.signature));
  }
  return details.whole;
}
