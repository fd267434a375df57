import type { CallTranslator } from "@roo-code/types";

/** Understands calls of other agents' tools. Their names are loaded with the first call that names no tool of ours. */
export const translateCall: CallTranslator = async (call) => {
  const aliases = await import("./aliases/translate-call.ts");
  return aliases.translateCall(call);
};
