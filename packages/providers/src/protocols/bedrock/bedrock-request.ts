import type { ModelRequest } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import type { JsonRecord } from "../../json-value.ts";
import { GrowingBytes, SentConversations, toWireJson } from "../request-body.ts";
import { TurnWriter, toForgottenTool, toWireTool, type WireTurn } from "./bedrock-messages.ts";
import { bedrockSettings, type ModelTraits, modelTraits, outputConfig, outputInWords } from "./bedrock-settings.ts";

/** What of one conversation has been encoded. Its last message is left open: what follows may belong to it. */
interface Encoded {
  readonly bytes: GrowingBytes;
  readonly turns: TurnWriter;
  openRole: WireTurn["role"] | undefined;
  /** Where the content of the last closed user message ends. */
  userEnd: number | undefined;
}

const cachePoint: JsonRecord = { cachePoint: { type: "default" } };

/**
 * Encodes requests so that each begins with the one before it, cache points aside. Those are set behind tools, the
 * system prompt and the last two messages of the user: the next request finds there what this one wrote.
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
    // Who asks for it where the id tells nothing (an application's own profile) knows the model.
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
    const marks = (where: boolean) => (where ? [cachePoint] : []);
    const head = {
      ...this.#settings,
      ...(tools.length > 0 && {
        toolConfig: { tools: [...tools.map(toWireTool), ...marks(this.#caches === "everything")] },
      }),
      ...(systemPrompt.trim() !== "" && {
        system: [{ text: systemPrompt }, ...marks(this.#caches !== "nothing")],
      }),
    };
    const bytes = new GrowingBytes();
    const json = toWireJson(head).slice(0, -1);
    bytes.append(`${json}${json === "{" ? "" : ","}"messages":[`);
    return { bytes, turns: new TurnWriter(this.#traits), openRole: undefined, userEnd: undefined };
  }

  /** What closes the request: an answer still owed, the newest cache point, and what belongs to this request alone. */
  #tail({ openRole, turns }: Encoded, { tools, output }: ModelRequest): string {
    const words = output && !this.#traits.takesSchema ? [{ text: outputInWords(output) }] : [];
    const isUser = openRole === "user";
    const owed = [...turns.missing, ...words];
    // A conversation ends with the user's turn, whatever the history does.
    const said = isUser || owed.length > 0 ? owed : [{ text: "Go on." }];
    const added = [...said, ...(this.#caches === "everything" ? [cachePoint] : [])].map(toWireJson).join(",");
    const opening = isUser ? (added === "" ? "" : ",") : `${openRole ? "]}," : ""}{"role":"user","content":[`;
    const forgotten = tools.length === 0 && turns.names.size > 0 ? [...turns.names].map(toForgottenTool) : undefined;
    const more = {
      ...(forgotten && { toolConfig: { tools: forgotten } }),
      ...(output && this.#traits.takesSchema && { outputConfig: outputConfig(output) }),
    };
    const fields = Object.keys(more).length > 0 ? `,${toWireJson(more).slice(1)}` : "}";
    return `${opening}${added}]}]${fields}`;
  }
}

/** Turns of the same role become one message; a conversation begins with the user's. */
function add(encoded: Encoded, { role, blocks }: WireTurn): void {
  if (blocks.length === 0) return;
  if (encoded.openRole === undefined && role === "assistant")
    add(encoded, { role: "user", blocks: [{ text: "Go on." }] });
  const content = blocks.map(toWireJson).join(",");
  if (encoded.openRole === role) {
    encoded.bytes.append(`,${content}`);
    return;
  }
  if (encoded.openRole === "user") encoded.userEnd = encoded.bytes.view().length;
  encoded.bytes.append(`${encoded.openRole ? "]}," : ""}{"role":"${role}","content":[${content}`);
  encoded.openRole = role;
}
