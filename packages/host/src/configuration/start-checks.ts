import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { parse } from "node:path";
import { loadHooks, loadMcpServers } from "@roo-code/store";
import { type ConfigurationNotice, RooError } from "@roo-code/types";
import { findToolFolders, notTrusted } from "../custom-tools/tool-files.ts";
import type { Configuration } from "./configuration.ts";

const maxNamed = 3;

/**
 * Servers, hooks, approvals and the like of a folder are withheld until the user trusts it. An unattended run does not
 * start without them, because it was set up to rely on them.
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
    message: `${workspace} is not trusted, but its configuration needs trust to take effect. ${[...named, ...rest].join(" ")}`,
    next: "Review it, then trust it with: roo config trust. Or run without it: ROO_UNTRUSTED=ignore",
  });
}

async function withheldFrom({ notices, workspace }: Configuration, home: string): Promise<ConfigurationNotice[]> {
  const paths = { home, workspace, isTrusted: false };
  const [hooks, servers] = await Promise.all([loadHooks(paths), loadMcpServers(paths)]);
  const tools = findToolFolders(paths).filter(({ origin }) => origin === "project");
  const all = [...notices, ...hooks.notices, ...servers.notices, ...tools.map(notTrusted)];
  return all.filter(({ code }) => code === "not_trusted");
}

interface WideWorkspaceWarning {
  readonly code: "wide_workspace";
  readonly message: string;
}

/**
 * Warns of a task that works in the home folder or on the whole disk. Returns the warning if it could not be shown, so
 * that the task can record it. Never throws.
 */
export function warnOfWideWorkspace(
  folder: string,
  { environment, warn }: { environment: NodeJS.ProcessEnv; warn?: (message: string) => void },
): readonly WideWorkspaceWarning[] {
  const isDisk = folder === parse(folder).root;
  if (!isDisk && folder !== realHome(environment.HOME)) return [];
  const message =
    `The task works ${isDisk ? "on the whole disk" : "in your home folder"}: it may read and change everything there ` +
    "that you can, except keys and passwords, which it reads only with your approval. " +
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
