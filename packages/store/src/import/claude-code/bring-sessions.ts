import { setImmediate } from "node:timers/promises";
import type { Findings } from "../findings.ts";
import type { ImportPlaces } from "../import-source.ts";
import type { SourceFolder } from "../read/source-folder.ts";
import { addConversation } from "../tasks/found-task.ts";
import { claudeConversation } from "./claude-conversation.ts";

/** Brings every `projects/<project>/<session>.jsonl` over. */
export async function bringClaudeSessions(findings: Findings, own: SourceFolder, places: ImportPlaces): Promise<void> {
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
        places,
        load: () => claudeConversation(own, `projects/${project.name}/${name}`),
      });
    }
  }
  if (subagents > 0)
    findings.note(`Conversations of subagents were left out (${subagents}); their results are in the tasks.`);
}
