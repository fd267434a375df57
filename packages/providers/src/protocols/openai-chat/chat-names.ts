import type { ChatDialect } from "../../catalog/provider-row.ts";

/** OpenAI refuses longer ids; other vendors' may be longer. */
const longestId = 40;

/** A name the model made up may hold anything; servers refuse all but these characters. */
export function toWireName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}

/** The same id for a call and its result, in the form the server takes. */
export function toWireId(callId: string, { wantsShortCallIds }: ChatDialect): string {
  if (wantsShortCallIds) return /^[A-Za-z0-9]{9}$/.test(callId) ? callId : shortHash(callId);
  return callId.length <= longestId ? callId : `call_${shortHash(callId)}`;
}

/** Nine letters and digits. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n);
  }
  return hash.toString(36).padStart(9, "0").slice(-9);
}
