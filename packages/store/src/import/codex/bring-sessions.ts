import { setImmediate } from "node:timers/promises";
import type { Findings } from "../findings.ts";
import type { ImportPlaces } from "../import-source.ts";
import type { SourceFolder } from "../read/source-folder.ts";
import { addConversation } from "../tasks/found-task.ts";
import { codexConversation } from "./codex-conversation.ts";

const rolloutName = /^rollout-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-(.+)\.jsonl$/;

/** Brings every `rollout-<time>-<id>.jsonl` over. */
export async function bringCodexSessions(findings: Findings, own: SourceFolder, places: ImportPlaces): Promise<void> {
  for (const top of ["sessions", "archived_sessions"]) {
    for (const path of rollouts(own, top)) {
      const originalId = rolloutName.exec(path.replace(/^.*\//, ""))?.[1];
      if (originalId === undefined) continue;
      await setImmediate();
      addConversation(findings, { originalId, places, load: () => codexConversation(own, path) });
    }
    if (
      own
        .folder(top)
        ?.walk()
        .some((path) => path.endsWith(".jsonl.zst"))
    )
      findings.note(`Compressed sessions in ${findings.show(own.path)}/${top} were left out.`);
  }
  findings.note("Codex's own instructions, which it writes into every session, were left out of the tasks.");
}

/** Year by year: one walk over all of them would stop at its limit. */
function rollouts(own: SourceFolder, top: string): string[] {
  return own.list(top).flatMap((year) => {
    const path = `${top}/${year.name}`;
    if (!year.isFolder) return [path];
    return own.list(path).flatMap((month) => own.walk(`${path}/${month.name}`));
  });
}
