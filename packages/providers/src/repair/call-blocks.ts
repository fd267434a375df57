import type { JsonRecord } from "../json-value.ts";
import { isFiller } from "./filler.ts";
import { fitInput } from "./fit-input.ts";
import type { TextForm, TextFormId, WrittenCall } from "./forms/text-form.ts";
import type { OfferedTools } from "./offered-tools.ts";
import type { TextScan } from "./text-scan.ts";

export interface TextCall {
  readonly name: string;
  readonly input: JsonRecord;
  readonly form: TextFormId;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Calls that stand together in a text, and what tells whether they are meant. */
export interface Block extends Span {
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
export function readBlocks(scan: TextScan, forms: readonly TextForm[]): { blocks: Block[]; end: number } {
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
