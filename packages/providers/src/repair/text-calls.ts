import { type Block, readBlocks, type Span, type TextCall } from "./call-blocks.ts";
import { isFiller } from "./filler.ts";
import type { TextForm } from "./forms/text-form.ts";
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
const mostCalls = 100;

/**
 * Calls that a model wrote into its text. Those between a form's own markers count wherever they begin a line; others
 * when they are the last thing in the text. What is shown as an example (quoted, in a fence with more around it) does
 * not, nor does anything after a result that the model made up.
 */
export function findTextCalls(options: { text: string; tools: OfferedTools; forms: readonly TextForm[] }): TextCalls {
  const scan = new TextScan(options.text, options.tools);
  const { blocks, end: textEnd } = readBlocks(scan, options.forms);
  const accepted = scan.isExhausted ? [] : acceptBlocks(scan, blocks, textEnd);
  if (accepted.flatMap(({ calls }) => calls).length > mostCalls) return { calls: [], spans: [] };
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
