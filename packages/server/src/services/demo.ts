import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { demoNode, demoProject, demoPrompt, demoScript } from "@roo-code/host/demo";
import type { TaskId } from "@roo-code/types";
import type { ServerParts } from "./server-parts.ts";
import type { Workspaces } from "./workspaces.ts";

/** A scripted task in a small project of its own: all is real but the model. */
export async function startDemo(
  { host, pool, newId }: ServerParts,
  workspaces: Workspaces,
  owner: string,
): Promise<{ readonly taskId: TaskId; readonly workspaceId: string }> {
  const { id, folder } = await workspaces.make(owner, "Demo", demoProject);
  const script = join(dirname(folder), "script.jsonl");
  await writeFile(script, demoScript(demoNode()));
  const configuration = await host.configure(folder, { mode: "code", useRules: false, useAgentRules: false });
  const { taskId } = await pool.start(
    {
      configuration,
      provider: { apiProvider: "replay", replayFile: script },
      limits: { seconds: 60 },
      autoApprove: new Set(["edit", "command"]),
      attended: true,
    },
    async () => ({ type: "message.send", opId: newId(), text: demoPrompt }),
  );
  return { taskId, workspaceId: id };
}
