import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { CommandProfile } from "@roo-code/types";
import { ConnectFailure } from "../connection/connect-failure.ts";
import type { ConfinedStart, HubPorts } from "../hub-ports.ts";
import type { StdioConfiguration } from "../server-configuration.ts";

/** How to start a server's process, in a sandbox if it has a profile. */
export async function stdioStart(
  { command, args = [], cwd, env = {} }: StdioConfiguration,
  profile: CommandProfile | undefined,
  { environment, workspace, confine }: Pick<HubPorts, "environment" | "workspace" | "confine">,
): Promise<ConfinedStart & { readonly isConfined: boolean }> {
  const start = {
    program: command,
    arguments: args,
    cwd: resolve(workspace, cwd ?? "."),
    environment: { ...environment, ...env },
  };
  if (!existsSync(start.cwd)) {
    const message = `Its working directory ${start.cwd} does not exist. Correct "cwd".`;
    throw new ConnectFailure({ code: "program_missing", message, isPermanent: true });
  }
  const confined = profile && (await confine?.(start, profile));
  if (confined) return { ...confined, isConfined: true };
  return { start, release: async () => {}, isConfined: false };
}

/** Files whose change restarts a server: the configured ones, and the built program it is started from. */
export function watchedFiles({ args = [], cwd, watchPaths = [] }: StdioConfiguration, workspace: string): string[] {
  const built = args.filter((argument) => argument.includes("build/index.js"));
  return [...watchPaths, ...built].map((path) => resolve(workspace, cwd ?? ".", path));
}
