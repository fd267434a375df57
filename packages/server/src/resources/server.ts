import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { providerStatuses } from "@roo-code/host";
import { demoNode, demoProject, demoPrompt, demoScript } from "@roo-code/host/demo";
import { machineFeatures } from "@roo-code/host/sandbox";
import type { TaskId } from "@roo-code/types";
import type { Handlers } from "../http/handler.ts";
import type { ServerParts } from "../services/server-parts.ts";
import type { Services } from "../services/services.ts";
import type { Workspaces } from "../services/workspaces.ts";

export function serverHandlers(
  services: Services,
  options: { readonly folder: string; readonly hasEvals: boolean },
): Handlers<"server"> {
  const { host, environment, home, version, workspaces, push, database } = services;

  return {
    async about(_, { principal: { owner } }) {
      const [statuses, features, { profiles }, opened] = await Promise.all([
        providerStatuses({ profiles: host.profiles, environment }),
        machineFeatures({ home, environment }),
        host.profiles.read(),
        workspaces.records.list(owner),
      ]);
      const ready = statuses.filter(({ isReady, id }) => isReady && id !== "human-relay");
      const hasDatabase = await database.check().then(
        () => true,
        () => false,
      );
      return {
        version,
        workspaceId: opened.find(({ folder }) => folder === options.folder)?.id ?? null,
        hasProvider: ready.length > 0 || profiles.size > 0,
        found: ready.map(({ id, label, detail }) => ({ provider: id, label, detail })),
        features: {
          database: hasDatabase,
          evals: options.hasEvals,
          browser: features.hasBrowser,
          sandbox: features.sandbox,
        },
      };
    },
    async demo(_, { principal: { owner } }) {
      return startDemo(services, workspaces, owner);
    },
    async pushKey() {
      return { publicKey: await push.publicKey() };
    },
    async subscribePush({ body }, { principal: { owner } }) {
      await push.subscribe(owner, body);
      return {};
    },
    async unsubscribePush({ query }, { principal: { owner } }) {
      await push.unsubscribe(owner, query.endpoint);
      return {};
    },
  };
}

/** A scripted task in a small project of its own; everything but the model is real. */
async function startDemo(
  { runs }: ServerParts,
  workspaces: Workspaces,
  owner: string,
): Promise<{ readonly taskId: TaskId; readonly workspaceId: string }> {
  const { id, folder } = await workspaces.create(owner, "Demo", demoProject);
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
