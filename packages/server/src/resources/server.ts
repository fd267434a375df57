import { providerStatuses } from "@roo-code/host";
import { machineFeatures } from "@roo-code/host/sandbox";
import type { Handlers } from "../http/handler.ts";
import { startDemo } from "../services/demo.ts";
import type { Services } from "../services/services.ts";

export function serverHandlers(
  services: Services,
  started: { readonly folder: string; readonly hasEvals: boolean },
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
        workspaceId: opened.find(({ folder }) => folder === started.folder)?.id ?? null,
        hasProvider: ready.length > 0 || profiles.size > 0,
        found: ready.map(({ id, label, detail }) => ({ provider: id, label, detail })),
        features: {
          database: hasDatabase,
          evals: started.hasEvals,
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
