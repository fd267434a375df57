import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { networkWithin } from "@roo-code/engine";
import {
  type Capabilities,
  type CommandProfile,
  type Environment,
  RooError,
  type Settings,
  type SharedPlace,
  systemErrorCode,
  type TaskId,
} from "@roo-code/types";
import { LocalWorkspace, type WorkspaceSandbox } from "@roo-code/workspace";
import type { HostContext } from "../host.ts";

export interface TaskWorkspaceOptions {
  readonly root: string;
  readonly taskId: TaskId;
  readonly settings: Settings;
  /** Folders outside of a copy that it shares. */
  readonly shared?: readonly SharedPlace[];
  /** What the task may do now. */
  readonly capabilities: () => Pick<Capabilities, "write" | "network">;
}

/** The folder a task works in, with its commands confined as the settings say. */
export function openTaskWorkspace(
  { home, environment }: Pick<HostContext, "home" | "environment">,
  { root, taskId, settings, shared = [], capabilities }: TaskWorkspaceOptions,
): LocalWorkspace {
  const { commandTimeout, sandbox: choice = "auto" } = settings;
  const profile = () => commandProfile(capabilities(), settings);
  return new LocalWorkspace({
    root,
    environment,
    spillFolder: join(home, "tasks", taskId, "command-output"),
    sandbox: { choice, home, shared, profile, ...trialStrictness(environment) },
    commandTimeoutMs: commandTimeout === undefined ? undefined : commandTimeout * 1000,
  });
}

/** What a command may do: what the task may, with the network limited to what the user has opened. */
export function commandProfile(
  { write, network }: Pick<Capabilities, "write" | "network">,
  { network: opened = "none" }: Settings,
): CommandProfile {
  const open = typeof opened === "string" ? opened : { hosts: opened };
  return { write, network: networkWithin(network, open) };
}

/** In a trial of evals commands have an empty home, and see neither the rest of the disk nor the answers. */
function trialStrictness(environment: NodeJS.ProcessEnv): Pick<WorkspaceSandbox, "isSealed" | "hidden"> {
  if (environment["ROO_EVAL_MODE"] !== "true") return {};
  const hidden = (environment["ROO_EVAL_HIDDEN"] ?? "").split(delimiter).filter((path) => path !== "");
  return { isSealed: true, hidden };
}

/** The real path of a usable folder; throws `bad_cwd` otherwise. */
export function workspaceFolder(path: string): string {
  const refuse = (reason: string): never => {
    throw new RooError({
      code: "bad_cwd",
      message: `The folder ${path} ${reason}.`,
      next: "Choose another one with --cwd.",
    });
  };
  try {
    const folder = realpathSync(resolve(path));
    if (!statSync(folder).isDirectory()) refuse("is not a folder");
    accessSync(folder, constants.R_OK | constants.X_OK);
    return folder;
  } catch (error) {
    if (error instanceof RooError) throw error;
    const code = systemErrorCode(error);
    return refuse(code === "ENOENT" ? "does not exist" : `cannot be read (${code})`);
  }
}

/** The environment as the model sees it. */
export function describeEnvironment(cwd: string, now: number): Environment {
  return { cwd, platform: process.platform, shell: "bash", date: new Date(now).toISOString().slice(0, 10) };
}
