import { isRecord, type JsonRecord } from "../../json-value.ts";
import { hasType, propertySchema, typesOf } from "../input-schema.ts";
import { escapePattern, type TextScan } from "../text-scan.ts";
import { unpadded } from "./tagged-values.ts";
import type { TextForm, WrittenCalls } from "./text-form.ts";

const maxDepth = 4;

/** A tag with the tool's name and one tag for each argument: `<read_file><path>a</path></read_file>`. */
export const toolTagForm: TextForm = {
  id: "tool-tag",
  isMarked: false,
  opener: ({ names }) => `<(?:${names.map((name) => escapePattern(name)).join("|")})>`,
  prefixes: ({ names }) => names.map((name) => `<${name}>`),
  read(scan, at) {
    const name = scan.match(/<([\w-]{1,200})>/y, at)?.[1] ?? "";
    const tool = scan.tools.get(name);
    return tool && readCall(scan, at + name.length + 2, name, tool.inputSchema);
  },
};

function readCall(scan: TextScan, start: number, name: string, schema: JsonRecord): WrittenCalls | undefined {
  const elements = readElements(scan, start, { closer: `</${name}>`, schema });
  if (!elements) return undefined;
  const input = toInput(elements.members, schema, 0);
  return input && { calls: [{ name, input }], end: elements.end };
}

type Element = readonly [tag: string, body: string];

interface CallTag {
  readonly closer: string;
  readonly schema: JsonRecord;
}

/** Tags and their content, up to the closing tag. undefined if there is anything else between them. */
function readElements(
  scan: TextScan,
  start: number,
  call: CallTag,
): { readonly members: readonly Element[]; readonly end: number } | undefined {
  const members: Element[] = [];
  for (let at = scan.skipSpace(start); ; ) {
    if (scan.text.startsWith(call.closer, at)) return { members, end: at + call.closer.length };
    const tag = scan.match(/<([\w-]{1,200})>/y, at)?.[1];
    if (tag === undefined) return undefined;
    const from = at + tag.length + 2;
    const to = bodyEnd(scan, from, tag, call);
    if (to < 0) return undefined;
    members.push([tag, scan.text.slice(from, to)]);
    at = scan.skipSpace(to + tag.length + 3);
  }
}

/** The first closing tag after which another argument begins or the call ends: a file's content may contain such tags. */
function bodyEnd(scan: TextScan, from: number, tag: string, { closer, schema }: CallTag): number {
  const end = `</${tag}>`;
  const lineEnd = scan.find("\n", from);
  for (let to = scan.find(end, from); to >= 0; to = scan.find(end, to + 1)) {
    const next = scan.skipSpace(to + end.length);
    if (scan.text.startsWith(closer, next)) return to;
    const following = scan.match(/<([\w-]{1,200})>/y, next)?.[1];
    if (following === undefined) continue;
    if (hasProperty(schema, following) || hasProperty(schema, `${following}s`) || lineEnd < 0 || lineEnd >= to)
      return to;
  }
  return -1;
}

function toInput(members: readonly Element[], schema: JsonRecord, depth: number): JsonRecord | undefined {
  const [first] = members;
  if (members.length === 1 && first?.[0] === "args" && !hasProperty(schema, "args")) {
    const inner = nested(first[1]);
    return inner && flattened(toInput(inner, schema, depth + 1), schema);
  }
  const input = new Map<string, unknown>();
  for (const [tag, body] of members) {
    const isItem = !hasProperty(schema, tag) && hasProperty(schema, `${tag}s`);
    const key = isItem ? `${tag}s` : tag;
    const expected = propertySchema(schema, key);
    if (isItem) {
      const items = input.get(key);
      const item = toValue(body, isRecord(expected.items) ? expected.items : {}, depth + 1);
      input.set(key, Array.isArray(items) ? [...items, item] : [item]);
    } else if (input.has(key)) return undefined;
    else input.set(key, toValue(body, expected, depth + 1));
  }
  return Object.fromEntries(input);
}

/** Text stays text; tags in it are parsed only if an object or a list is expected. */
function toValue(body: string, schema: JsonRecord, depth: number): unknown {
  const text = unpadded(body);
  const types = typesOf(schema);
  const isNested = types.includes("object") || types.includes("array");
  if (!isNested || hasType(text, schema) || depth > maxDepth || !text.trim().startsWith("<")) return text;
  const members = nested(body);
  if (!members) return text;
  if (types.includes("object")) return toInput(members, schema, depth) ?? text;
  const items = isRecord(schema.items) ? schema.items : {};
  return members.map(([, inner]) => toValue(inner, items, depth + 1));
}

function nested(body: string): readonly Element[] | undefined {
  const members: Element[] = [];
  for (let rest = body.trim(); rest !== ""; ) {
    const tag = /^<([\w-]{1,200})>/.exec(rest)?.[1];
    const end = tag === undefined ? -1 : rest.indexOf(`</${tag}>`);
    if (tag === undefined || end < 0 || members.length >= 1000) return undefined;
    members.push([tag, rest.slice(tag.length + 2, end)]);
    rest = rest.slice(end + tag.length + 3).trim();
  }
  return members;
}

/** `{files: [{path}]}` of one file becomes that file, if the tool has its fields at the top level. */
function flattened(input: JsonRecord | undefined, schema: JsonRecord): JsonRecord | undefined {
  const [only] = Object.values(input ?? {});
  if (!input || Object.keys(input).length !== 1 || !Array.isArray(only) || only.length !== 1) return input;
  const [item]: unknown[] = only;
  return isRecord(item) && Object.keys(item).every((key) => hasProperty(schema, key)) ? item : input;
}

function hasProperty(schema: JsonRecord, key: string): boolean {
  return isRecord(schema.properties) && Object.hasOwn(schema.properties, key);
}
