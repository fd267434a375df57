import { functionTagForm } from "./function-tag-form.ts";
import { harmonyForm } from "./harmony-form.ts";
import { invokeTagForm } from "./invoke-tag-form.ts";
import { jsonForm } from "./json-form.ts";
import { mistralForm } from "./mistral-form.ts";
import { taggedJsonForm } from "./tagged-json-form.ts";
import type { TextForm } from "./text-form.ts";
import { tokenFramedForm } from "./token-framed-form.ts";
import { toolTagForm } from "./tool-tag-form.ts";

/** In the order in which they are tried. */
export const textForms: readonly TextForm[] = [
  taggedJsonForm,
  functionTagForm,
  invokeTagForm,
  mistralForm,
  tokenFramedForm,
  harmonyForm,
  toolTagForm,
  jsonForm,
];
