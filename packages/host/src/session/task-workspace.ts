import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { networkWithin } from "@roo-code/engine";
import {
  type Capabilities,
  type CommandProfile,
  type Environment,
  RooError,
  type Settings,
  type SharedPath,
  systemErrorCode,
  type TaskId,
} from "@roo-code/types";
import { LocalWorkspace, type WorkspaceSandbox } from "@roo-code/workspace";
import type { HostContext } from "../host.ts";

interface TaskWorkspaceOptions {
  readonly root: string;
  readonly taskId: TaskId;
  readonly settings: Settings;
  /** Folders outside of a copy that the task shares. */
  readonly shared?: readonly SharedPath[];
  /** What the task may do now. */
  readonly capabilities: () => Pick<Capabilities, "write" | "network">;
}

/** The workspace of a task, with its commands confined according to the settings. */
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

/** What a command may do: the same as the task, with the network limited by the user's settings. */
export function commandProfile(
  { write, network }: Pick<Capabilities, "write" | "network">,
  { network: setting = "none" }: Settings,
): CommandProfile {
  const allowed = typeof setting === "string" ? setting : { hosts: setting };
  return { write, network: networkWithin(network, allowed) };
}

/** In an eval trial commands have an empty home and cannot see the rest of the disk or the solutions. */
function trialStrictness(environment: NodeJS.ProcessEnv): Pick<WorkspaceSandbox, "isSealed" | "hidden"> {
  if (environment["ROO_EVAL_MODE"] !== "true") return {};
  const hidden = (environment["ROO_EVAL_HIDDEN"] ?? "").split(delimiter).filter((path) => path !== "");
  return { isSealed: true, hidden };
}

/** The real path of a folder. Throws `bad_cwd` if it cannot be used. */
export function workspaceFolder(path: string): string {
  const refuse = (reason: string): never => {
    throw new RooError({
      code: "bad_cwd",
      message: `The folder ${path} ${reason}.`,
      next: "Choose another folder with --cwd.",
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
