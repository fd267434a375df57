import { join } from "node:path";
import { systemClock } from "@roo-code/providers";
import { FileEventLog, FileSecretStore, ProfilesFile } from "@roo-code/store";
import type { Settings } from "@roo-code/types";
import { onTestFinished } from "vitest";
import { loadConfiguration } from "../src/configuration/configuration.ts";
import type { PartContext } from "../src/parts/task-part.ts";
import { TaskSessions } from "../src/session/task-sessions.ts";

/** The context for the parts of a new task. The task is closed with the test. */
export async function partContext(options: {
  readonly workspace: string;
  readonly home: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly settings?: Settings;
  readonly hasBrowser?: boolean;
}): Promise<PartContext> {
  const { workspace, home, environment = {}, settings: program = {}, hasBrowser = false } = options;
  const clock = systemClock;
  const services = {
    home,
    environment,
    clock,
    version: "test",
    tasks: new FileEventLog({ tasksFolder: join(home, "tasks"), clock }),
    profiles: new ProfilesFile({ home, clock, secrets: async () => new FileSecretStore({ home, clock }) }),
    hasBrowser: async () => hasBrowser,
    mcpHubs: () => Promise.reject(new Error("not used")),
    checkStorage: () => undefined,
    hasOwnServers: false,
  };
  const contexts: PartContext[] = [];
  const sessions = new TaskSessions(services, [(context) => void contexts.push(context)]);
  const session = await sessions.create({
    mode: "code",
    configuration: await loadConfiguration(services, { workspace, program }),
    run: {
      provider: { apiProvider: "ollama", apiModelId: "none" },
      limits: {},
      autoApprove: new Set(),
      attended: true,
      observe: () => {},
    },
  });
  onTestFinished(() => session.dispose());
  const [context] = contexts;
  if (!context) throw new Error("the part was not created");
  return context;
}
