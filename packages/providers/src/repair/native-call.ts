import type { ApiChunk, ToolDefinition } from "@roo-code/types";
import { isRecord, type JsonRecord, parseJson } from "../json-value.ts";
import { quoterFor } from "../redact.ts";
import { fitInput } from "./fit-input.ts";
import type { TextFormId } from "./forms/text-form.ts";

/** A call in the vendor's format, while it streams. */
export interface NativeCall {
  readonly callId: string;
  readonly name: string;
  /** undefined if no offered tool matches the name. */
  readonly tool: ToolDefinition | undefined;
  /** A call without a name is held back until its arguments are complete: they may contain it. */
  readonly isHeld: boolean;
  readonly pieces: string[];
}

/** A call after repair; `input` is absent if it is unchanged. */
export interface RepairedCall {
  readonly name: string;
  readonly input?: JsonRecord;
  readonly changes: readonly string[];
}

const quote = quoterFor(undefined);

/** undefined if it is not a JSON object. Servers send nothing or null for no arguments. */
export function parseInput(text: string): JsonRecord | undefined {
  const input = text.trim() === "" ? {} : parseJson(text);
  if (input === null) return {};
  return isRecord(input) ? input : undefined;
}

/** undefined if a value has a type that the tool does not accept. */
export function repairInput(
  call: NativeCall,
  tool: ToolDefinition,
  input: JsonRecord,
  changes: readonly string[],
): RepairedCall | undefined {
  const fit = fitInput(input, tool.inputSchema);
  if (!fit) return undefined;
  const conversion =
    fit.converted.length > 0 ? [`converted ${quote([...new Set(fit.converted)].join(", "), 100)}`] : [];
  const all = [...changes, ...conversion];
  return { name: tool.name, changes: all, input: all.length > 0 || call.isHeld ? fit.input : undefined };
}

/** The chunks of a call that was held back. */
export function* heldChunks(
  { callId, name, pieces }: NativeCall,
  repaired: RepairedCall | undefined,
): Generator<ApiChunk> {
  yield { type: "call.start", callId, name: repaired?.name ?? name };
  const text = repaired?.input ? JSON.stringify(repaired.input) : pieces.join("");
  if (text !== "") yield { type: "call.delta", callId, text };
}

/** Describes the correction of its name, if any. */
export function nameChanges({ tool, name }: NativeCall): string[] {
  return tool && tool.name !== name ? [`corrected the name ${JSON.stringify(quote(name, 60))}`] : [];
}

export function repairNotice(tool: string, repaired: string): ApiChunk {
  return { type: "notice", code: "call_repaired", message: `A call of ${tool} was repaired: ${repaired}.` };
}

const textCall = "read the call from text";

export function textCallNote(form: TextFormId): string {
  return `${textCall} (${form})`;
}

/** The form in a repair note, if the call was written as text. */
export function formIn(repaired: string, forms: readonly TextFormId[]): TextFormId | undefined {
  return forms.find((form) => repaired.startsWith(textCallNote(form)));
}
