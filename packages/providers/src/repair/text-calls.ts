import type { JsonRecord } from "../json-value.ts";
import { fitInput } from "./fit-input.ts";
import type { TextForm, TextFormId, WrittenCall } from "./forms/text-form.ts";
import type { OfferedTools } from "./offered-tools.ts";
import { TextScan } from "./text-scan.ts";

export interface TextCalls {
  readonly calls: readonly TextCall[];
  /** The ranges of the text that they occupy, in order. */
  readonly spans: readonly Span[];
}

const callFences: ReadonlySet<string> = new Set([
  "",
  "json",
  "jsonc",
  "json5",
  "xml",
  "text",
  "plaintext",
  "tool",
  "tool_call",
  "tool_calls",
  "tool_use",
  "tool_code",
]);
/** More at once come from a model that repeats itself. */
const maxCalls = 100;

/**
 * Finds calls that a model wrote as text. Those between a form's own markers count wherever they begin a line; others
 * only at the end of the text. Examples (quoted, or in a fence with other text) do not count, nor does anything after a
 * result that the model invented.
 */
export function findTextCalls(options: { text: string; tools: OfferedTools; forms: readonly TextForm[] }): TextCalls {
  const scan = new TextScan(options.text, options.tools);
  const { blocks, end: textEnd } = readBlocks(scan, options.forms);
  const accepted = scan.isExhausted ? [] : acceptBlocks(scan, blocks, textEnd);
  if (accepted.flatMap(({ calls }) => calls).length > maxCalls) return { calls: [], spans: [] };
  return { calls: accepted.flatMap(({ calls }) => calls), spans: accepted.map(({ start, end }) => ({ start, end })) };
}

/** The text outside of spans, without filler. */
export function textWithout(text: string, spans: readonly Span[], from = 0): string {
  const kept: string[] = [];
  let at = from;
  for (const { start, end } of spans) {
    kept.push(text.slice(at, Math.max(at, start)));
    at = Math.max(at, end);
  }
  kept.push(text.slice(at));
  return kept.filter((piece) => !isFiller(piece)).join("");
}

function acceptBlocks(scan: TextScan, blocks: readonly Block[], end: number): readonly Block[] {
  const accepted: Block[] = [];
  let isTail = true;
  let next = end;
  for (const [index, block] of [...blocks.entries()].toReversed()) {
    isTail &&= isFiller(scan.text.slice(block.end, next));
    const isShown = block.fence !== undefined && !isFencedCall(scan, block, blocks[index - 1]);
    const isMarkedCall = block.form.isMarked && block.beginsLine && !block.fence;
    if ((isTail && !isShown) || isMarkedCall) accepted.push(block);
    isTail &&= !isShown;
    next = block.start;
  }
  return accepted.toReversed();
}

/** Whether the fence contains only calls. */
function isFencedCall(scan: TextScan, block: Block, before: Block | undefined): boolean {
  const { fence } = block;
  if (!fence || !callFences.has(fence.language.toLowerCase())) return false;
  const from = before?.fence === fence ? before.end : fence.start;
  return isFiller(scan.text.slice(from, block.start).replace(/\[\s*$/, ""));
}

interface TextCall {
  readonly name: string;
  readonly input: JsonRecord;
  readonly form: TextFormId;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Adjacent calls in a text, and what decides whether they count. */
interface Block extends Span {
  readonly form: TextForm;
  readonly calls: readonly TextCall[];
  readonly fence: Fence | undefined;
  readonly beginsLine: boolean;
}

interface Fence {
  /** After its opening mark. */
  readonly start: number;
  readonly language: string;
}

/** How far back a line is examined. */
const maxLookBehind = 200;
const inventedResult =
  "<(?:tool_response|tool_result|tool_output|function_results|function_result)>|\\[TOOL_RESULTS\\]";

/** All calls of offered tools in a text, and the end of the text that counts. */
function readBlocks(scan: TextScan, forms: readonly TextForm[]): { blocks: Block[]; end: number } {
  const { text, tools } = scan;
  const openers = forms.map((form) => ({ form, pattern: new RegExp(form.opener(tools), "y") }));
  const landmark = new RegExp(
    `(\`{3,})([\\w-]*)|(<think(?:ing)?>)|(${inventedResult})|${openers.map(({ pattern }) => pattern.source).join("|")}`,
    "g",
  );
  const blocks: Block[] = [];
  let fence: Fence | undefined;
  for (let found = landmark.exec(text); found && !scan.isExhausted; found = landmark.exec(text)) {
    const [mark, fenceMark, language = "", thought, result] = found;
    const at = found.index;
    if (fenceMark !== undefined) {
      fence = fence ? undefined : { start: at + mark.length, language };
      // A closing mark has no language: text follows.
      if (!fence) landmark.lastIndex = at + fenceMark.length;
    } else if (thought !== undefined) {
      const closing = text.indexOf(thought.replace("<", "</"), at);
      landmark.lastIndex = closing < 0 ? text.length : closing;
    } else if (result !== undefined) {
      if (blocks.length > 0 && !fence) return { blocks, end: at };
    } else {
      const block = isQuoted(text, at) ? undefined : readBlock(scan, openers, at, fence);
      if (block) blocks.push(block);
      landmark.lastIndex = Math.max(block?.end ?? at + 1, at + 1);
    }
  }
  return { blocks, end: text.length };
}

function readBlock(
  scan: TextScan,
  openers: readonly { readonly form: TextForm; readonly pattern: RegExp }[],
  at: number,
  fence: Fence | undefined,
): Block | undefined {
  const beginsLine = isFiller(lineBefore(scan.text, at));
  for (const { form, pattern } of openers) {
    if (!scan.match(pattern, at) || (form.needsOwnLine && !beginsLine && !fence)) continue;
    const written = form.read(scan, at);
    const calls = written?.calls.flatMap((call) => toTextCall(call, form.id, scan.tools) ?? []);
    if (!written || !calls || calls.length === 0 || calls.length < written.calls.length) continue;
    return { form, calls, start: at, end: written.end, fence, beginsLine };
  }
  return undefined;
}

function toTextCall({ name, input }: WrittenCall, form: TextFormId, tools: OfferedTools): TextCall | undefined {
  const tool = tools.find(name);
  const fitted = tool && fitInput(input, tool.inputSchema);
  return fitted && { name: tool.name, input: fitted.input, form };
}

/** Whether it is inside backticks or in a quoted line. */
function isQuoted(text: string, at: number): boolean {
  const line = lineBefore(text, at);
  const ticks = line.replaceAll(/`{3,}/g, "").split("`").length - 1;
  return ticks % 2 === 1 || /^\s*>/.test(line);
}

function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - maxLookBehind), at);
  return before.slice(before.lastIndexOf("\n") + 1);
}

/** Meaningless text around calls: spaces, fences, wrapping tags, end tokens. */
const filler =
  /(?:[\s,;]|`{3,}[\w-]*|<\/?(?:tool_calls?|function_calls?|tools|function|[a-z]{1,20}:function_calls)>|<\/s>|<\|[\w/]{1,40}\|>|<\/?\uff5c[^<>\uff5c]{1,40}\uff5c(?:function_calls)?>|\])*/y;

function isFiller(text: string): boolean {
  filler.lastIndex = 0;
  return (filler.exec(text)?.[0].length ?? 0) === text.length;
}
