import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { parse } from "node:path";
import { loadHooks, loadMcpServers } from "@roo-code/store";
import { type ConfigurationNotice, RooError } from "@roo-code/types";
import { findToolFolders, notTrusted } from "../custom-tools/tool-files.ts";
import type { Configuration } from "./configuration.ts";

const maxNamed = 3;

/**
 * Servers, hooks, approvals and the like of a folder are withheld until a person has trusted it. An unattended run does
 * not start without them: whoever set it up counts on them.
 * Throws `RooError` `untrusted_folder`.
 */
export async function refuseUntrusted(configuration: Configuration, home: string): Promise<void> {
  const { isTrusted, settings, workspace } = configuration;
  if (isTrusted || settings.untrusted === "ignore") return;
  const withheld = await withheldFrom(configuration, home);
  if (withheld.length === 0) return;
  const named = withheld.slice(0, maxNamed).map(({ message }) => message);
  const rest = withheld.length > maxNamed ? [`${withheld.length - maxNamed} more.`] : [];
  throw new RooError({
    code: "untrusted_folder",
    message: `${workspace} is not trusted, and its configuration asks for more than an untrusted folder may have. ${[...named, ...rest].join(" ")}`,
    next: "Review it, then trust it with: roo config trust. Or run without it: ROO_UNTRUSTED=ignore",
  });
}

async function withheldFrom({ notices, workspace }: Configuration, home: string): Promise<ConfigurationNotice[]> {
  const where = { home, workspace, isTrusted: false };
  const [hooks, servers] = await Promise.all([loadHooks(where), loadMcpServers(where)]);
  const tools = findToolFolders(where).filter(({ origin }) => origin === "project");
  const all = [...notices, ...hooks.notices, ...servers.notices, ...tools.map(notTrusted)];
  return all.filter(({ code }) => code === "not_trusted");
}

export interface WideWorkspaceWarning {
  readonly code: "wide_workspace";
  readonly message: string;
}

/**
 * Warns of a task that works in the home folder or on the whole disk. Returns the warning where it could not be shown, for
 * the task to record. Never throws.
 */
export function warnOfWideWorkspace(
  folder: string,
  { environment, warn }: { environment: NodeJS.ProcessEnv; warn?: (message: string) => void },
): readonly WideWorkspaceWarning[] {
  const isDisk = folder === parse(folder).root;
  if (!isDisk && folder !== realHome(environment.HOME)) return [];
  const message =
    `The task works ${isDisk ? "on the whole disk" : "in your home folder"}: it may read and change everything there ` +
    "that you may, except keys and passwords, which it reads only if you allow it. " +
    "To limit it, start it in the folder of a project (--cwd FOLDER).";
  if (!warn) return [{ code: "wide_workspace", message }];
  warn(message);
  return [];
}

function realHome(home: string | undefined): string | undefined {
  try {
    return realpathSync(home || homedir());
  } catch {
    return undefined;
  }
}
