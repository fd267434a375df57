import type { Message, ToolMessage } from "@roo-code/types";
import { GrowingBytes, toWireJson } from "../request-body.ts";
import {
  assistantBlocks,
  type Block,
  missingResult,
  resultBlocks,
  strayResult,
  toWireId,
  userBlocks,
} from "./message-blocks.ts";

type Role = "user" | "assistant";

/** A call of the newest turn; `given` is its id in the history, which need not be its own. */
interface OpenCall {
  readonly id: string;
  readonly given: string;
}

/** The vendor takes four in all; the others are behind the tools and the system prompt. */
const maxBreakpoints = 2;
const breakpoint = Buffer.from(',"cache_control":{"type":"ephemeral"}');
const end = "]}]}";
const goOn: Block = { type: "text", text: "Continue." };

/**
 * Writes a conversation as the vendor wants it: turns that alternate and begin and end with the user's, each call
 * answered in the turn after it. What was written stays as it is; only breakpoints of the cache move.
 */
export class TurnWriter {
  readonly #bytes = new GrowingBytes();
  readonly #origin: string;
  #role: Role | undefined;
  /** Calls of the newest turn that have no result. */
  #openCalls: readonly OpenCall[] = [];
  readonly #ids = new Set<string>();
  /** Where breakpoints go: inside the last block of each of the newest user turns. */
  #places: number[] = [];

  /** `head` is all of the body before the first message, `origin` whose thought is sent back. */
  constructor({ head, origin }: { head: string; origin: string }) {
    this.#origin = origin;
    this.#bytes.append(head);
  }

  add(message: Message): void {
    if (message.role === "tool") return this.#addResults(message);
    this.#write("user", this.#missingResults());
    this.#openCalls = [];
    if (message.role === "user") return this.#write("user", userBlocks(message));

    const blocks = assistantBlocks(message, this.#origin);
    if (blocks.length > 0 && this.#role === undefined) this.#write("user", [goOn]);
    this.#write(
      "assistant",
      blocks.map((block) => (block.type === "tool_use" ? this.#named(block) : block)),
    );
  }

  /** The whole body. */
  pieces(hasBreakpoints: boolean): Buffer[] {
    const bytes = this.#bytes.view();
    const places = hasBreakpoints ? this.#places : [];
    const parts = places.flatMap((place, index) => [bytes.subarray(places[index - 1] ?? 0, place), breakpoint]);
    return [...parts, bytes.subarray(places.at(-1) ?? 0), Buffer.from(this.#ending())];
  }

  /** Results come first in their turn, whatever else is in it. */
  #addResults({ content }: ToolMessage): void {
    const results = new Map<OpenCall, Block>();
    const extras: Block[] = [];
    for (const part of content) {
      const given = toWireId(part.callId);
      const call = this.#openCalls.find((open) => open.given === given && !results.has(open));
      const { result, extra } = call ? resultBlocks(part, call.id) : { result: undefined, extra: strayResult(part) };
      if (call && result) results.set(call, result);
      extras.push(...extra);
    }
    const answers = this.#openCalls.map((call) => results.get(call) ?? missingResult(call.id));
    this.#openCalls = [];
    this.#write("user", [...answers, ...extras]);
  }

  /** An id that comes twice is refused: histories that were brought from elsewhere may repeat theirs. */
  #named(call: Block): Block {
    const given = String(call.id);
    let id = given;
    for (let copy = 2; this.#ids.has(id); copy += 1) id = `${given}_${copy}`;
    this.#ids.add(id);
    this.#openCalls = [...this.#openCalls, { id, given }];
    return { ...call, id };
  }

  #missingResults(): Block[] {
    return this.#openCalls.map(({ id }) => missingResult(id));
  }

  #write(role: Role, blocks: readonly Block[]): void {
    for (const block of blocks) {
      const isNewTurn = this.#role !== role;
      this.#bytes.append(`${isNewTurn ? beginning(role, this.#role) : ","}${toWireJson(block)}`);
      this.#role = role;
      if (role !== "user") continue;
      const place = this.#bytes.view().length - 1;
      this.#places = [...(isNewTurn ? this.#places : this.#places.slice(0, -1)), place].slice(-maxBreakpoints);
    }
  }

  /** A request that ends with the model's turn is refused, or continued in the middle of its sentence. */
  #ending(): string {
    if (this.#role === "user") return end;
    const blocks = this.#openCalls.length > 0 ? this.#missingResults() : [goOn];
    return `${beginning("user", this.#role)}${blocks.map(toWireJson).join()}${end}`;
  }
}

function beginning(role: Role, before: Role | undefined): string {
  return `${before === undefined ? "" : "]},"}{"role":"${role}","content":[`;
}
