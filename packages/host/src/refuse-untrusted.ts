import { loadHooks, loadMcpServers } from "@roo-code/store";
import { type ConfigurationNotice, RooError } from "@roo-code/types";
import type { Configuration } from "./configuration.ts";
import { findToolFolders, notTrusted } from "./custom-tools/tool-files.ts";

const mostNamed = 3;

/**
 * A folder that asks for more than it may, such as servers, hooks or approvals, gets none of it until a person has looked
 * at it. Where nobody is there to look, nothing is begun: whoever set it up counts on what would be missing.
 * Throws `RooError` `untrusted_folder`.
 */
export async function refuseUntrusted(configuration: Configuration, home: string): Promise<void> {
  const { isTrusted, settings, workspace } = configuration;
  if (isTrusted || settings.untrusted === "ignore") return;
  const withheld = await withheldFrom(configuration, home);
  if (withheld.length === 0) return;
  const named = withheld.slice(0, mostNamed).map(({ message }) => message);
  const rest = withheld.length > mostNamed ? [`${withheld.length - mostNamed} more.`] : [];
  throw new RooError({
    code: "untrusted_folder",
    message: `${workspace} asks for more than a folder may that nobody vouched for, and nobody is here to be asked. ${[...named, ...rest].join(" ")}`,
    next: "Look at it and accept it with: roo config trust. Or run without it: ROO_UNTRUSTED=ignore",
  });
}

async function withheldFrom({ notices, workspace }: Configuration, home: string): Promise<ConfigurationNotice[]> {
  const where = { home, workspace, isTrusted: false };
  const [hooks, servers] = await Promise.all([loadHooks(where), loadMcpServers(where)]);
  const tools = findToolFolders(where).filter(({ origin }) => origin === "project");
  const all = [...notices, ...hooks.notices, ...servers.notices, ...tools.map(notTrusted)];
  return all.filter(({ code }) => code === "not_trusted");
}
