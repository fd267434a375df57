import type { ApiChunk } from "@roo-code/types";
import type { TextFormId } from "./forms/text-form.ts";

export function repairNotice(tool: string, repaired: string): ApiChunk {
  return { type: "notice", code: "call_repaired", message: `A call of ${tool} was repaired: ${repaired}.` };
}

const textCall = "read the call from text";

export function writtenAs(form: TextFormId): string {
  return `${textCall} (${form})`;
}

/** The form that `repaired` names, if the call was written as text. */
export function formNamedIn(repaired: string, forms: readonly TextFormId[]): TextFormId | undefined {
  return forms.find((form) => repaired.startsWith(writtenAs(form)));
}
