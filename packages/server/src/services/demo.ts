import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { demoNode, demoProject, demoPrompt, demoScript } from "@roo-code/host/demo";
import type { TaskId } from "@roo-code/types";
import type { ServerParts } from "./server-parts.ts";
import type { Workspaces } from "./workspaces.ts";

/** A scripted task in a small project of its own: all is real but the model. */
export async function startDemo(
  { runs }: ServerParts,
  workspaces: Workspaces,
  owner: string,
): Promise<{ readonly taskId: TaskId; readonly workspaceId: string }> {
  const { id, folder } = await workspaces.make(owner, "Demo", demoProject);
  const script = join(dirname(folder), "script.jsonl");
  await writeFile(script, demoScript(demoNode()));
  const taskId = await runs.begin({
    cwd: folder,
    text: demoPrompt,
    settings: { mode: "code", useRules: false, useAgentRules: false },
    provider: { apiProvider: "replay", replayFile: script },
    limits: { seconds: 60 },
    autoApprove: ["edit", "command"],
  });
  return { taskId, workspaceId: id };
}
