import { setImmediate } from "node:timers/promises";
import type { Usage } from "@roo-code/types";
import type { Findings } from "../findings.ts";
import type { ImportOptions } from "../import-source.ts";
import { countOf, isRecord, type Plain, recordOf, textOf, timeOf } from "../plain-value.ts";
import type { SourceFolder } from "../read/source-folder.ts";
import { blocksOf, fromAnthropicMessage } from "../tasks/anthropic-message.ts";
import type { Conversation, ForeignMessage } from "../tasks/conversation.ts";
import { addConversation } from "../tasks/found-task.ts";

/** Imports every `projects/<project>/<session>.jsonl`. */
export async function importClaudeSessions(
  findings: Findings,
  own: SourceFolder,
  options: ImportOptions,
): Promise<void> {
  let subagents = 0;
  for (const project of own.list("projects")) {
    if (!project.isFolder) continue;
    for (const { name, isFolder } of own.list(`projects/${project.name}`)) {
      if (isFolder || !name.endsWith(".jsonl")) continue;
      if (name.startsWith("agent-")) {
        subagents += 1;
        continue;
      }
      await setImmediate();
      addConversation(findings, {
        originalId: name.slice(0, -".jsonl".length),
        options,
        load: () => claudeConversation(own, `projects/${project.name}/${name}`),
      });
    }
  }
  if (subagents > 0)
    findings.note(`Conversations of subagents were skipped (${subagents}); their results are in the tasks.`);
}

/** Reads one session file: a tree of lines, whose latest branch is the conversation. */
function claudeConversation(own: SourceFolder, path: string): Conversation | undefined {
  const file = own.readJsonLines(path);
  if (!file) return undefined;
  const messages = file.lines.filter((line) => isMessage(line));
  const branch = lastBranch(file.lines, messages);
  const omitted = messages.length - branch.length;
  const replies = branch.filter(({ type }) => type === "assistant").map(({ message }) => recordOf(message));
  return {
    messages: toMessages(branch),
    provider: "anthropic",
    model: textOf(replies.at(-1)?.model),
    cwd: textOf(branch.find(({ cwd }) => textOf(cwd) !== undefined)?.cwd),
    createdAt: timeOf(branch[0]?.timestamp),
    missing: [
      ...(file.broken > 0 ? [`lines that are not valid JSON: ${file.broken}`] : []),
      ...(omitted > 0
        ? [`messages before its last summary or of abandoned branches, which stay in the original: ${omitted}`]
        : []),
    ],
  };
}

/** Not from a subagent, not injected by the program, and not an error shown as a reply. */
function isMessage(line: Plain): boolean {
  if (line.type !== "user" && line.type !== "assistant") return false;
  return isRecord(line.message) && line.isSidechain !== true && line.isMeta !== true && line.isApiErrorMessage !== true;
}

/**
 * The ancestors of the newest line. A reply is written as one line for each of its parts, and the results of parallel
 * calls have different parents: they belong to the branch as well.
 */
function lastBranch(lines: readonly Plain[], messages: readonly Plain[]): Plain[] {
  const byId = new Map(lines.map((line) => [line.uuid, line]));
  const path = new Set<Plain>();
  for (let line = messages.at(-1); line && !path.has(line); line = byId.get(line.parentUuid)) path.add(line);
  const replies = new Set([...path].flatMap(({ message }) => textOf(recordOf(message).id) ?? []));
  const parts = messages.filter((line) => path.has(line) || replies.has(textOf(recordOf(line.message).id) ?? ""));
  const calls = new Set(
    parts.flatMap(({ message }) => blocksOf(recordOf(message).content).flatMap(({ id }) => textOf(id) ?? [])),
  );
  const kept = new Set(parts);
  return messages.filter((line) => kept.has(line) || hasResultFor(line, calls));
}

function hasResultFor(line: Plain, calls: ReadonlySet<string>): boolean {
  if (line.type !== "user") return false;
  return blocksOf(recordOf(line.message).content).some(({ tool_use_id }) => calls.has(textOf(tool_use_id) ?? ""));
}

/** Joins the lines of each reply, even with results of its first calls between them. */
function toMessages(branch: readonly Plain[]): ForeignMessage[] {
  const replies = Map.groupBy(branch, (line) => textOf(recordOf(line.message).id) ?? line);
  return [...replies.values()].flatMap((lines) => {
    const parts = lines.flatMap((line) => fromAnthropicMessage(recordOf(line.message))?.parts ?? []);
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
