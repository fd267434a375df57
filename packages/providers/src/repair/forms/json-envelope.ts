import { isRecord, type JsonRecord, parseJson, textOf } from "../../json-value.ts";
import { readLeniently } from "../lenient-json.ts";
import type { WrittenCall } from "./text-form.ts";

export const nameKeys = ["name", "tool", "tool_name", "function", "function_name", "recipient_name", "action"] as const;
export const inputKeys = ["arguments", "parameters", "input", "args", "params", "tool_input", "action_input"] as const;
export const otherKeys = ["id", "type", "index", "call_id", "tool_call_id"] as const;
const allKeys: ReadonlySet<string> = new Set([...nameKeys, ...inputKeys, ...otherKeys]);

/** Whether an object without arguments is a call: only if a marker says so. */
export interface EnvelopeOptions {
  readonly isMarked: boolean;
}

/** The calls in a JSON value: one, a list, or a list under `tool_calls`. undefined for anything else. */
export function callsOf(value: unknown, options: EnvelopeOptions): readonly WrittenCall[] | undefined {
  if (Array.isArray(value)) return everyCall(value, options);
  if (!isRecord(value)) return undefined;
  if (Array.isArray(value.tool_calls) && Object.keys(value).length === 1) return everyCall(value.tool_calls, options);
  const call = callOf(value, options);
  return call && [call];
}

function everyCall(values: readonly unknown[], options: EnvelopeOptions): readonly WrittenCall[] | undefined {
  const calls = values.flatMap((value) => (isRecord(value) ? (callOf(value, options) ?? []) : []));
  return calls.length > 0 && calls.length === values.length ? calls : undefined;
}

function callOf(envelope: JsonRecord, options: EnvelopeOptions): WrittenCall | undefined {
  if (!Object.keys(envelope).every((key) => allKeys.has(key))) return undefined;
  if (isRecord(envelope.function)) return callOf(envelope.function, options);
  const name = nameKeys.map((key) => textOf(envelope[key])).find((text) => text !== undefined);
  const key = inputKeys.find((candidate) => Object.hasOwn(envelope, candidate));
  if (name === undefined || (key === undefined && !options.isMarked)) return undefined;
  const input = key === undefined ? {} : inputOf(envelope[key]);
  return input && !isSchema(input) ? { name, input } : undefined;
}

/** Accepts an object, or its JSON. */
export function inputOf(value: unknown): JsonRecord | undefined {
  if (isRecord(value)) return value;
  if (value === null || (typeof value === "string" && value.trim() === "")) return {};
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  const reading = text.startsWith("{") ? readLeniently(text) : undefined;
  if (reading?.missing !== "" || reading.end !== text.length) return undefined;
  const input = parseJson(reading.json);
  return isRecord(input) ? input : undefined;
}

/** Distinguishes a tool's definition from a call. */
function isSchema(input: JsonRecord): boolean {
  return input.type === "object" && isRecord(input.properties);
}
