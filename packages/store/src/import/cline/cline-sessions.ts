import { setImmediate } from "node:timers/promises";
import type { Usage } from "@roo-code/types";
import type { Findings } from "../findings.ts";
import type { ImportOptions } from "../import-source.ts";
import { countOf, isRecord, listOf, numberOf, type Plain, recordOf, textOf, timeOf } from "../plain-value.ts";
import { conversationLimit, type SourceFolder } from "../read/source-folder.ts";
import { fromAnthropicMessage } from "../tasks/anthropic-message.ts";
import type { Conversation, ForeignMessage } from "../tasks/conversation.ts";
import { addConversation } from "../tasks/found-task.ts";

/** Imports the sessions of newer versions: `sessions/<id>/<id>.messages.json` with a manifest. */
export async function importClineSessions(
  findings: Findings,
  data: SourceFolder,
  options: ImportOptions,
): Promise<void> {
  for (const { name, isFolder } of data.list("sessions")) {
    const folder = isFolder ? data.folder(`sessions/${name}`) : undefined;
    if (!folder) continue;
    await setImmediate();
    addConversation(findings, { originalId: name, options, load: () => sessionConversation(folder, name) });
    const others = folder
      .list()
      .filter((entry) => entry.name.endsWith(".messages.json") && entry.name !== `${name}.messages.json`);
    if (others.length > 0)
      findings.note(`Session ${name}: conversations of its subagents were skipped (${others.length}).`);
  }
}

function sessionConversation(folder: SourceFolder, id: string): Conversation | undefined {
  const file = folder.readJson(`${id}.messages.json`, conversationLimit);
  const messages = Array.isArray(file) ? file : recordOf(file).messages;
  if (!Array.isArray(messages)) return undefined;
  const manifest = recordOf(folder.readJson(`${id}.json`));
  return {
    messages: listOf(messages)
      .filter(isRecord)
      .flatMap((message) => toMessage(message) ?? []),
    missing: [],
    provider: textOf(manifest.provider),
    model: textOf(manifest.model),
    cwd: textOf(manifest.workspace_root) ?? textOf(manifest.cwd),
    createdAt: timeOf(manifest.started_at),
  };
}

function toMessage(message: Plain): ForeignMessage | undefined {
  return fromAnthropicMessage(message, { at: numberOf(message.ts), usage: usageOf(message.metrics) });
}

function usageOf(metrics: unknown): Usage | undefined {
  if (!isRecord(metrics)) return undefined;
  return {
    inputTokens: countOf(metrics.inputTokens),
    outputTokens: countOf(metrics.outputTokens),
    cacheReadTokens: countOf(metrics.cacheReadTokens),
    cacheWriteTokens: countOf(metrics.cacheWriteTokens),
    costUsd: numberOf(metrics.cost) ?? null,
  };
}
