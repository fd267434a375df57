import type { CallTranslator } from "@roo-code/types";

/** Translates calls of other agents' tools. Their names are loaded with the first call of an unknown tool. */
export const translateCall: CallTranslator = async (call) => {
  const aliases = await import("./aliases/translate-call.ts");
  return aliases.translateCall(call);
};
