import type { ModelRequest } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import type { JsonRecord } from "../../json-value.ts";
import { GrowingBytes, SentConversations, toWireJson } from "../request-body.ts";
import { TurnWriter, toHistoricTool, toWireTool, type WireTurn } from "./bedrock-messages.ts";
import {
  bedrockSettings,
  type ModelTraits,
  modelTraits,
  outputConfig,
  outputInstructions,
} from "./bedrock-settings.ts";

/** The encoded part of one conversation. Its last message is not closed: the next turn may belong to it. */
interface Encoded {
  readonly bytes: GrowingBytes;
  readonly turns: TurnWriter;
  openRole: WireTurn["role"] | undefined;
  /** The end of the content of the last closed user message. */
  userEnd: number | undefined;
}

const cachePoint: JsonRecord = { cachePoint: { type: "default" } };

/**
 * Encodes requests so that each begins with the previous one, except for cache points. Those are set after the tools, the
 * system prompt and the last two messages of the user, where the next request finds what this one cached.
 */
export class BedrockRequestEncoder {
  readonly #traits: ModelTraits;
  readonly #caches: ModelTraits["caches"];
  readonly #settings: JsonRecord;
  readonly #conversations = new SentConversations<Encoded>({
    begin: (request) => this.#begin(request),
    add: (encoded, message) => {
      for (const turn of encoded.turns.write(message)) add(encoded, turn);
    },
  });

  constructor(connection: Connection) {
    const { promptCache } = connection.settings;
    this.#traits = modelTraits(connection.model);
    // For an unknown id (an application's own inference profile), the setting decides.
    const isForced = promptCache === true && this.#traits.caches === "nothing";
    this.#caches = promptCache === false ? "nothing" : isForced ? "everything" : this.#traits.caches;
    this.#settings = bedrockSettings(connection, this.#traits);
  }

  encode(request: ModelRequest): readonly Buffer[] {
    const encoded = this.#conversations.write(request);
    const bytes = encoded.bytes.view();
    const tail = Buffer.from(this.#tail(encoded, request));
    if (this.#caches !== "everything" || encoded.userEnd === undefined) return [bytes, tail];
    const { userEnd } = encoded;
    return [bytes.subarray(0, userEnd), Buffer.from(`,${toWireJson(cachePoint)}`), bytes.subarray(userEnd), tail];
  }

  #begin({ systemPrompt, tools }: ModelRequest): Encoded {
    const cachePointIf = (isCached: boolean) => (isCached ? [cachePoint] : []);
    const head = {
      ...this.#settings,
      toolConfig:
        tools.length > 0
          ? { tools: [...tools.map(toWireTool), ...cachePointIf(this.#caches === "everything")] }
          : undefined,
      system:
        systemPrompt.trim() === "" ? undefined : [{ text: systemPrompt }, ...cachePointIf(this.#caches !== "nothing")],
    };
    const bytes = new GrowingBytes();
    const json = toWireJson(head).slice(0, -1);
    bytes.append(`${json}${json === "{" ? "" : ","}"messages":[`);
    return { bytes, turns: new TurnWriter(this.#traits), openRole: undefined, userEnd: undefined };
  }

  /** The end of the request: missing results, the last cache point, and fields of this request alone. */
  #tail({ openRole, turns }: Encoded, { tools, output }: ModelRequest): string {
    const instructions = output && !this.#traits.takesSchema ? [{ text: outputInstructions(output) }] : [];
    const isUser = openRole === "user";
    const pending = [...turns.missing, ...instructions];
    // A conversation ends with the user's turn, whatever the history does.
    const content = isUser || pending.length > 0 ? pending : [{ text: "Continue." }];
    const added = [...content, ...(this.#caches === "everything" ? [cachePoint] : [])].map(toWireJson).join(",");
    const opening = isUser ? (added === "" ? "" : ",") : `${openRole ? "]}," : ""}{"role":"user","content":[`;
    const historic = tools.length === 0 && turns.names.size > 0 ? [...turns.names].map(toHistoricTool) : undefined;
    const more = {
      ...(historic && { toolConfig: { tools: historic } }),
      ...(output && this.#traits.takesSchema && { outputConfig: outputConfig(output) }),
    };
    const fields = Object.keys(more).length > 0 ? `,${toWireJson(more).slice(1)}` : "}";
    return `${opening}${added}]}]${fields}`;
  }
}

/** Consecutive turns of the same role become one message; a conversation begins with the user's. */
function add(encoded: Encoded, { role, blocks }: WireTurn): void {
  if (blocks.length === 0) return;
  if (encoded.openRole === undefined && role === "assistant")
    add(encoded, { role: "user", blocks: [{ text: "Continue." }] });
  const content = blocks.map(toWireJson).join(",");
  if (encoded.openRole === role) {
    encoded.bytes.append(`,${content}`);
    return;
  }
  if (encoded.openRole === "user") encoded.userEnd = encoded.bytes.view().length;
  encoded.bytes.append(`${encoded.openRole ? "]}," : ""}{"role":"${role}","content":[${content}`);
  encoded.openRole = role;
}
