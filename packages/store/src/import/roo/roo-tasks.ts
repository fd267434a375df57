import { setImmediate } from "node:timers/promises";
import type { Findings } from "../findings.ts";
import type { ImportOptions } from "../import-source.ts";
import { isRecord, listOf, type Plain, recordOf, textOf } from "../plain-value.ts";
import { conversationLimit, type SourceFolder } from "../read/source-folder.ts";
import { addConversation } from "../tasks/found-task.ts";
import { rooConversation } from "../tasks/roo-conversation.ts";

/** Imports every folder of `tasks/`. `history` is the tool's own task list. */
export async function importRooTasks(
  findings: Findings,
  storage: SourceFolder,
  { options, history = [] }: { options: ImportOptions; history?: readonly unknown[] },
): Promise<void> {
  const items = itemsById([
    ...history,
    ...listOf(recordOf(storage.readJson("tasks/_index.json", conversationLimit)).entries),
  ]);
  for (const { name, isFolder } of storage.list("tasks")) {
    const folder = isFolder ? storage.folder(`tasks/${name}`) : undefined;
    if (!folder) continue;
    await setImmediate();
    addConversation(findings, {
      originalId: name,
      options,
      load: () => rooConversation(folder, items.get(name) ?? { id: name }),
    });
    if (folder.has("checkpoints"))
      findings.note("Checkpoints of older tasks are not imported; they stay with the tool that created them.");
  }
}

function itemsById(history: readonly unknown[]): Map<string, Plain> {
  const items = new Map<string, Plain>();
  for (const item of history.filter(isRecord)) {
    const id = textOf(item.id);
    if (id !== undefined && !items.has(id)) items.set(id, item);
  }
  return items;
}
