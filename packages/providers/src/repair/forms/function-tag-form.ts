import { readFunctionTag } from "./tagged-values.ts";
import type { TextForm } from "./text-form.ts";

/** `<function=name><parameter=key>…</parameter></function>` (Qwen3-Coder) and `<function=name>{…}</function>` (Llama). */
export const functionTagForm: TextForm = {
  id: "function-tag",
  isMarked: true,
  opener: () => "<function=",
  prefixes: () => ["<function="],
  read: readFunctionTag,
};
