import type { AssistantMessage } from "@roo-code/types";
import { isRecord, type JsonRecord, listOf, parseJson, textOf } from "../../json-value.ts";

/** The wire format that made a signature, and that alone can read it. */
export const chatOrigin = "openai-chat";

/** What a part of thought is made of, beside what identifies it. */
const growing = ["text", "summary", "data"];

/** Thought as OpenRouter hands it on, pieced together so that it can be sent back as it was. */
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

  /** What was gathered, as a signature; nothing is left. */
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
      if (growing.includes(name) && typeof before === "string" && typeof value === "string")
        known[name] = before + value;
      else if (value !== null && value !== undefined) known[name] = value;
    }
  }
}

/** Without an index nothing says that two pieces are one. */
function isSame(one: JsonRecord, other: JsonRecord): boolean {
  const ids = [one.id, other.id].filter((id) => textOf(id) !== undefined);
  const isOtherId = ids.length === 2 && ids[0] !== ids[1];
  return typeof one.index === "number" && one.index === other.index && one.type === other.type && !isOtherId;
}

/** The text of pieces that came without it being said elsewhere. */
export function shownText(sent: unknown): string {
  const texts = listOf(sent).map((piece) => (isRecord(piece) ? (textOf(piece.text) ?? textOf(piece.summary)) : ""));
  return texts.join("");
}

/** All details that the parts of a message were signed with. */
export function detailsOf(content: AssistantMessage["content"]): readonly JsonRecord[] {
  const details = new ReasoningDetails();
  for (const part of content) {
    if (part.type !== "reasoning" || part.origin !== chatOrigin || part.signature === undefined) continue;
    details.add(parseJson(part.signature));
  }
  return details.whole;
}
