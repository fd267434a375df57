import type { AssistantMessage, ReasoningPart, TextPart, ToolCallPart } from "@roo-code/types";

export type ReplyPart = TextPart | ReasoningPart | ToolCallPart;

/** The parts of a reply that can be sent to a model; undefined if none are left. */
export function toReplyContent(parts: readonly ReplyPart[], names: CallIds): AssistantMessage["content"] | undefined {
  const content = parts.flatMap((part) => toReplyPart(part, names));
  if (content.length === 0) return undefined;
  // Vendors drop reasoning that they did not sign, and reject a reply that is then empty.
  const isReasoningOnly = content.every((part) => part.type === "reasoning");
  return isReasoningOnly ? [...content, { type: "text", text: "(no answer)" }] : content;
}

function toReplyPart(part: ReplyPart, names: CallIds): ReplyPart[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [{ type: "text", text: part.text }];
    case "reasoning":
      // Without its signature, which is only valid for the account and model that created it.
      return part.text === "" ? [] : [{ type: "reasoning", text: part.text }];
    case "tool-call": {
      const { input, malformed } = part;
      const callId = names.claim(part.callId);
      const name = part.name === "" ? "unknown" : part.name;
      return [{ type: "tool-call", callId, name, input, malformed }];
    }
  }
}

const maxIdLength = 64;

/** Assigns calls ids that every vendor accepts and that are unique in the task; finds them by their original ids. */
export class CallIds {
  readonly #taken = new Set<string>();
  /** Original id → the latest call with it. */
  readonly #newest = new Map<string, string>();

  claim(old: string): string {
    const base = old.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, maxIdLength) || `call_${this.#taken.size + 1}`;
    let id = base;
    for (let copy = 2; this.#taken.has(id); copy += 1) id = `${base.slice(0, maxIdLength - 6)}_${copy}`;
    this.#taken.add(id);
    this.#newest.set(old, id);
    return id;
  }

  known(old: string): string | undefined {
    return this.#newest.get(old);
  }
}
