import type { JsonRecord } from "../json-value.ts";
import { fitInput } from "./fit-input.ts";
import type { TextForm, TextFormId, WrittenCall } from "./forms/text-form.ts";
import type { OfferedTools } from "./offered-tools.ts";
import { TextScan } from "./text-scan.ts";

export interface TextCalls {
  readonly calls: readonly TextCall[];
  /** The places of the text that they take up, in order. */
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
/** More at once are no work but a model that goes round in circles. */
const maxCalls = 100;

/**
 * Calls that a model wrote into its text. Those between a form's own markers count wherever they begin a line; others
 * when they are the last thing in the text. What is shown as an example (quoted, in a fence with more around it) does
 * not, nor does anything after a result that the model made up.
 */
export function findTextCalls(options: { text: string; tools: OfferedTools; forms: readonly TextForm[] }): TextCalls {
  const scan = new TextScan(options.text, options.tools);
  const { blocks, end: textEnd } = readBlocks(scan, options.forms);
  const accepted = scan.isExhausted ? [] : acceptBlocks(scan, blocks, textEnd);
  if (accepted.flatMap(({ calls }) => calls).length > maxCalls) return { calls: [], spans: [] };
  return { calls: accepted.flatMap(({ calls }) => calls), spans: accepted.map(({ start, end }) => ({ start, end })) };
}

/** What stands between spans, unless it says nothing. */
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

/** Whether the fence holds calls only. */
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

/** Calls that stand together in a text, and what tells whether they are meant. */
interface Block extends Span {
  readonly form: TextForm;
  readonly calls: readonly TextCall[];
  readonly fence: Fence | undefined;
  readonly beginsLine: boolean;
}

interface Fence {
  /** Behind its opening mark. */
  readonly start: number;
  readonly language: string;
}

/** How far back on its line a place is looked at. */
const lineReach = 200;
const madeUpResult = "<(?:tool_response|tool_result|tool_output|function_results|function_result)>|\\[TOOL_RESULTS\\]";

/** Everything in a text that reads as calls of offered tools, and where the model's own words end. */
function readBlocks(scan: TextScan, forms: readonly TextForm[]): { blocks: Block[]; end: number } {
  const { text, tools } = scan;
  const openers = forms.map((form) => ({ form, pattern: new RegExp(form.opener(tools), "y") }));
  const landmark = new RegExp(
    `(\`{3,})([\\w-]*)|(<think(?:ing)?>)|(${madeUpResult})|${openers.map(({ pattern }) => pattern.source).join("|")}`,
    "g",
  );
  const blocks: Block[] = [];
  let fence: Fence | undefined;
  for (let found = landmark.exec(text); found && !scan.isExhausted; found = landmark.exec(text)) {
    const [mark, fenceMark, language = "", thought, result] = found;
    const at = found.index;
    if (fenceMark !== undefined) {
      fence = fence ? undefined : { start: at + mark.length, language };
      // A closing mark has no language: what follows it is text.
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
    if (!scan.match(pattern, at) || (form.wantsOwnLine && !beginsLine && !fence)) continue;
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

/** Inside backticks on its line, or a quotation. */
function isQuoted(text: string, at: number): boolean {
  const line = lineBefore(text, at);
  const ticks = line.replaceAll(/`{3,}/g, "").split("`").length - 1;
  return ticks % 2 === 1 || /^\s*>/.test(line);
}

function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - lineReach), at);
  return before.slice(before.lastIndexOf("\n") + 1);
}

/** What may stand around calls without saying anything: space, fences, wrapping tags, end tokens. */
const filler =
  /(?:[\s,;]|`{3,}[\w-]*|<\/?(?:tool_calls?|function_calls?|tools|function|[a-z]{1,20}:function_calls)>|<\/s>|<\|[\w/]{1,40}\|>|<\/?\uff5c[^<>\uff5c]{1,40}\uff5c(?:function_calls)?>|\])*/y;

function isFiller(text: string): boolean {
  filler.lastIndex = 0;
  return (filler.exec(text)?.[0].length ?? 0) === text.length;
}
