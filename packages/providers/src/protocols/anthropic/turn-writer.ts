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

/** A call of the last turn; `historyId` is its id in the history, which may not be unique. */
interface OpenCall {
  readonly id: string;
  readonly historyId: string;
}

/** The vendor allows four in total; the others are after the tools and the system prompt. */
const maxBreakpoints = 2;
const breakpoint = Buffer.from(',"cache_control":{"type":"ephemeral"}');
const end = "]}]}";
const continueBlock: Block = { type: "text", text: "Continue." };

/**
 * Writes a conversation as the vendor requires: alternating turns that begin and end with the user's, each call answered
 * in the next turn. Written bytes never change; only cache breakpoints move.
 */
export class TurnWriter {
  readonly #bytes = new GrowingBytes();
  readonly #origin: string;
  #role: Role | undefined;
  /** Calls of the last turn without a result. */
  #openCalls: readonly OpenCall[] = [];
  readonly #ids = new Set<string>();
  /** Offsets of breakpoints: inside the last block of each of the last user turns. */
  #breakpoints: number[] = [];

  /** `head` is the body before the first message; only thinking of `origin` is sent back. */
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
    if (blocks.length > 0 && this.#role === undefined) this.#write("user", [continueBlock]);
    this.#write(
      "assistant",
      blocks.map((block) => (block.type === "tool_use" ? this.#withUniqueId(block) : block)),
    );
  }

  /** The whole body. */
  pieces(hasBreakpoints: boolean): Buffer[] {
    const bytes = this.#bytes.view();
    const offsets = hasBreakpoints ? this.#breakpoints : [];
    const parts = offsets.flatMap((offset, index) => [bytes.subarray(offsets[index - 1] ?? 0, offset), breakpoint]);
    return [...parts, bytes.subarray(offsets.at(-1) ?? 0), Buffer.from(this.#ending())];
  }

  /** Results come first in their turn, whatever else is in it. */
  #addResults({ content }: ToolMessage): void {
    const results = new Map<OpenCall, Block>();
    const extras: Block[] = [];
    for (const part of content) {
      const historyId = toWireId(part.callId);
      const call = this.#openCalls.find((open) => open.historyId === historyId && !results.has(open));
      const { result, extra } = call ? resultBlocks(part, call.id) : { result: undefined, extra: strayResult(part) };
      if (call && result) results.set(call, result);
      extras.push(...extra);
    }
    const answers = this.#openCalls.map((call) => results.get(call) ?? missingResult(call.id));
    this.#openCalls = [];
    this.#write("user", [...answers, ...extras]);
  }

  /** Duplicate ids are rejected, and imported histories may contain them. */
  #withUniqueId(call: Block): Block {
    const historyId = String(call.id);
    let id = historyId;
    for (let copy = 2; this.#ids.has(id); copy += 1) id = `${historyId}_${copy}`;
    this.#ids.add(id);
    this.#openCalls = [...this.#openCalls, { id, historyId }];
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
      const offset = this.#bytes.view().length - 1;
      this.#breakpoints = [...(isNewTurn ? this.#breakpoints : this.#breakpoints.slice(0, -1)), offset].slice(
        -maxBreakpoints,
      );
    }
  }

  /** A request that ends with the model's turn is rejected, or continued in the middle of a sentence. */
  #ending(): string {
    if (this.#role === "user") return end;
    const blocks = this.#openCalls.length > 0 ? this.#missingResults() : [continueBlock];
    return `${beginning("user", this.#role)}${blocks.map(toWireJson).join()}${end}`;
  }
}

function beginning(role: Role, before: Role | undefined): string {
  return `${before === undefined ? "" : "]},"}{"role":"${role}","content":[`;
}
