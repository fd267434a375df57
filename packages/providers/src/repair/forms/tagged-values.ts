import type { JsonRecord } from "../../json-value.ts";
import { hasRequired } from "../input-schema.ts";
import type { TextScan } from "../text-scan.ts";
import { inputOf } from "./json-envelope.ts";
import type { WrittenCalls } from "./text-form.ts";

/** `<function=name><parameter=key>value</parameter></function>`, or JSON in place of the parameters. */
export function readFunctionTag(scan: TextScan, at: number): WrittenCalls | undefined {
  const opener = scan.match(/<function=([^<>\s]{1,200})>/y, at);
  if (!opener) return undefined;
  return readParameters(scan, at + opener[0].length, {
    name: opener[1] ?? "",
    parameter: /<parameter=([^<>\s]{1,200})>/y,
    parameterEnd: "</parameter>",
    end: "</function>",
  });
}

export interface TagShape {
  readonly name: string;
  /** Sticky; its first group is the key. */
  readonly parameter: RegExp;
  readonly parameterEnd: string;
  readonly end: string;
}

/** The parameters between a call's tags. Without its closing tag it counts only if the surrounding tag is closed. */
export function readParameters(scan: TextScan, start: number, shape: TagShape): WrittenCalls | undefined {
  const pairs: [string, string][] = [];
  let at = scan.skipSpace(start);
  const json = scan.readJson(at, shape.end);
  if (json) {
    const input = inputOf(json.value);
    const end = scan.skipSpace(json.end);
    if (!input || !scan.text.startsWith(shape.end, end)) return undefined;
    return { calls: [{ name: shape.name, input: input }], end: end + shape.end.length };
  }
  for (let found = scan.match(shape.parameter, at); found; found = scan.match(shape.parameter, at)) {
    const from = at + found[0].length;
    const to = valueEnd(scan, from, shape);
    if (to < 0) return undefined;
    pairs.push([found[1] ?? "", unpadded(scan.text.slice(from, to))]);
    at = scan.skipSpace(to + shape.parameterEnd.length);
  }
  const call = { name: shape.name, input: Object.fromEntries(pairs) };
  if (scan.text.startsWith(shape.end, at)) return { calls: [call], end: at + shape.end.length };
  const isClosed = scan.text.startsWith("</tool_call>", at);
  const isComplete = isClosed && pairs.length > 0 && isSufficient(scan, call.name, call.input);
  return isComplete ? { calls: [call], end: at } : undefined;
}

/** The first closing tag after which the call continues or ends: a value may contain such a tag itself. */
function valueEnd(scan: TextScan, from: number, { parameter, parameterEnd, end }: TagShape): number {
  for (let to = scan.find(parameterEnd, from); to >= 0; to = scan.find(parameterEnd, to + 1)) {
    const next = scan.skipSpace(to + parameterEnd.length);
    if (next === scan.text.length || scan.text.startsWith(end, next) || scan.match(parameter, next)) return to;
    if (scan.text.startsWith("</tool_call>", next)) return to;
  }
  return -1;
}

function isSufficient(scan: TextScan, name: string, input: JsonRecord): boolean {
  const tool = scan.tools.find(name);
  return tool !== undefined && hasRequired(input, tool.inputSchema);
}

/** Without the line break or space that templates add on both sides of a value. */
export function unpadded(value: string): string {
  if (value.startsWith("\n")) return value.slice(1, value.endsWith("\n") && value.length > 1 ? -1 : undefined);
  const isPadded = value.length > 2 && value.startsWith(" ") && value.endsWith(" ") && !value.includes("\n");
  return isPadded ? value.slice(1, -1) : value;
}

/** `name`, then `<arg_key>key</arg_key><arg_value>value</arg_value>` for each argument (GLM), up to the closing tag. */
export function readArgumentPairs(scan: TextScan, start: number, closer: string): WrittenCalls | undefined {
  const name = scan.match(/[\w.:-]{1,200}/y, start)?.[0];
  if (name === undefined) return undefined;
  const pairs: [string, string][] = [];
  let at = scan.skipSpace(start + name.length);
  const key = /<arg_key>([^<>]{1,200})<\/arg_key>\s{0,20}<arg_value>/y;
  for (let found = scan.match(key, at); found; found = scan.match(key, at)) {
    const from = at + found[0].length;
    const to = scan.find("</arg_value>", from);
    if (to < 0) return undefined;
    pairs.push([(found[1] ?? "").trim(), unpadded(scan.text.slice(from, to))]);
    at = scan.skipSpace(to + "</arg_value>".length);
  }
  if (!scan.text.startsWith(closer, at)) return undefined;
  return { calls: [{ name, input: Object.fromEntries(pairs) }], end: at };
}
