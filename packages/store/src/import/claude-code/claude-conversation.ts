import type { Usage } from "@roo-code/types";
import { countOf, isRecord, type Plain, recordOf, textOf, timeOf } from "../plain-value.ts";
import { readLines } from "../read/read-lines.ts";
import type { SourceFolder } from "../read/source-folder.ts";
import { anthropicSaid, blocksOf } from "../tasks/anthropic-said.ts";
import type { Conversation, Said } from "../tasks/said.ts";

/** Reads one session file: a tree of lines, of which the branch that was worked on last is the conversation. */
export function claudeConversation(own: SourceFolder, path: string): Conversation | undefined {
  const file = readLines(own, path);
  if (!file) return undefined;
  const spoken = file.lines.filter((line) => isSpoken(line));
  const branch = lastBranch(file.lines, spoken);
  const left = spoken.length - branch.length;
  const replies = branch.filter(({ type }) => type === "assistant").map(({ message }) => recordOf(message));
  return {
    said: toSaid(branch),
    provider: "anthropic",
    model: textOf(replies.at(-1)?.model),
    cwd: textOf(branch.find(({ cwd }) => textOf(cwd) !== undefined)?.cwd),
    createdAt: timeOf(branch[0]?.timestamp),
    missing: [
      ...(file.broken > 0 ? [`lines that are not valid JSON: ${file.broken}`] : []),
      ...(left > 0
        ? [`messages before its last summary or of abandoned branches, which stay in the original: ${left}`]
        : []),
    ],
  };
}

/** Neither a subagent's, nor put in by the program, nor an error shown as a reply. */
function isSpoken(line: Plain): boolean {
  if (line.type !== "user" && line.type !== "assistant") return false;
  return isRecord(line.message) && line.isSidechain !== true && line.isMeta !== true && line.isApiErrorMessage !== true;
}

/**
 * The ancestors of the newest line. A reply is written as one line for each of its parts, and the results of calls
 * made at once hang on different ones: those count as well, though they are not on the straight way.
 */
function lastBranch(lines: readonly Plain[], spoken: readonly Plain[]): Plain[] {
  const byId = new Map(lines.map((line) => [line.uuid, line]));
  const way = new Set<Plain>();
  for (let line = spoken.at(-1); line && !way.has(line); line = byId.get(line.parentUuid)) way.add(line);
  const replies = new Set([...way].flatMap(({ message }) => textOf(recordOf(message).id) ?? []));
  const parts = spoken.filter((line) => way.has(line) || replies.has(textOf(recordOf(line.message).id) ?? ""));
  const calls = new Set(
    parts.flatMap(({ message }) => blocksOf(recordOf(message).content).flatMap(({ id }) => textOf(id) ?? [])),
  );
  const kept = new Set(parts);
  return spoken.filter((line) => kept.has(line) || answers(line, calls));
}

function answers(line: Plain, calls: ReadonlySet<string>): boolean {
  if (line.type !== "user") return false;
  return blocksOf(recordOf(line.message).content).some(({ tool_use_id }) => calls.has(textOf(tool_use_id) ?? ""));
}

/** The lines of one reply belong together, even with results of its first calls between them. */
function toSaid(branch: readonly Plain[]): Said[] {
  const replies = Map.groupBy(branch, (line) => textOf(recordOf(line.message).id) ?? line);
  return [...replies.values()].flatMap((lines) => {
    const parts = lines.flatMap((line) => anthropicSaid(recordOf(line.message))?.parts ?? []);
    const [first] = lines;
    const message = recordOf(lines.at(-1)?.message);
    if (!first || (message.role !== "user" && message.role !== "assistant")) return [];
    return [{ by: message.role, parts, at: timeOf(first.timestamp), usage: usageOf(message.usage) }];
  });
}

function usageOf(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const cacheReadTokens = countOf(usage.cache_read_input_tokens);
  const cacheWriteTokens = countOf(usage.cache_creation_input_tokens);
  return {
    inputTokens: countOf(usage.input_tokens) + cacheReadTokens + cacheWriteTokens,
    outputTokens: countOf(usage.output_tokens),
    cacheReadTokens,
    cacheWriteTokens,
    costUsd: null,
  };
}
