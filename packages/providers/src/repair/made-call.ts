import type { ApiChunk, ToolDefinition } from "@roo-code/types";
import { isRecord, type JsonRecord, parseJson } from "../json-value.ts";
import { quoterFor } from "../redact.ts";
import { fitInput } from "./fit-input.ts";
import type { TextFormId } from "./forms/text-form.ts";

/** A call that the model made in the vendor's format, on its way through. */
export interface MadeCall {
  readonly callId: string;
  readonly given: string;
  /** Undefined when no offered tool could be meant. */
  readonly tool: ToolDefinition | undefined;
  /** A call without a name is not shown before its arguments have told it. */
  readonly isHeld: boolean;
  readonly pieces: string[];
}

/** What a call was meant to be, as far as it differs from what was sent. */
export interface Meant {
  readonly name: string;
  readonly input?: JsonRecord;
  readonly changes: readonly string[];
}

const quote = quoterFor(undefined);

/** Undefined when it is no JSON object. Nothing and null are what servers send for no arguments. */
export function parseInput(text: string): JsonRecord | undefined {
  const input = text.trim() === "" ? {} : parseJson(text);
  if (input === null) return {};
  return isRecord(input) ? input : undefined;
}

/** Undefined when a value is of a type that cannot be what the tool takes. */
export function meantBy(
  call: MadeCall,
  tool: ToolDefinition,
  given: JsonRecord,
  changes: readonly string[],
): Meant | undefined {
  const fit = fitInput(given, tool.inputSchema);
  if (!fit) return undefined;
  const conversion =
    fit.converted.length > 0 ? [`converted ${quote([...new Set(fit.converted)].join(", "), 100)}`] : [];
  const all = [...changes, ...conversion];
  return { name: tool.name, changes: all, input: all.length > 0 || call.isHeld ? fit.input : undefined };
}

/** The beginning of a call that was held back. */
export function* heldChunks({ callId, given, pieces }: MadeCall, meant: Meant | undefined): Generator<ApiChunk> {
  yield { type: "call.start", callId, name: meant?.name ?? given };
  const text = meant?.input ? JSON.stringify(meant.input) : pieces.join("");
  if (text !== "") yield { type: "call.delta", callId, text };
}

/** What had to be done to its name, if anything. */
export function nameChanges({ tool, given }: MadeCall): string[] {
  return tool && tool.name !== given ? [`corrected the name ${JSON.stringify(quote(given, 60))}`] : [];
}

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
