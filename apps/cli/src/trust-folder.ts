import { type Configuration, projectSettingsFile, WorkspaceTrust } from "@roo-code/host";
import { openHost, processContext } from "./process-context.ts";
import { print } from "./subcommands.ts";
import { visibleText } from "./terminal-text.ts";

/** Trusts the configuration of a folder as it is now, or revokes that. */
export async function trustFolder(
  configuration: Configuration,
  { revoke }: { revoke: boolean | undefined },
): Promise<number> {
  const { workspace } = configuration;
  const trusted = new WorkspaceTrust(processContext().home);
  if (revoke) trusted.revoke(workspace);
  else {
    for (const line of await describeProjectConfiguration(configuration)) print(visibleText(line));
    trusted.trust(workspace);
  }
  return print(`${revoke ? "no longer trusted" : "trusted"}: ${visibleText(workspace)}`);
}

/** Settings, modes, and the exact commands and programs: they must be visible before they are trusted. */
async function describeProjectConfiguration(configuration: Configuration): Promise<string[]> {
  const { workspace, modes } = configuration;
  const { values } = await projectSettingsFile({ workspace, clock: processContext().clock }).read();
  const { hooks, mcpServers, customTools } = await openHost().inventory(configuration);
  const ofProject = <Item extends { origin: string }>(items: readonly Item[]) =>
    items.filter(({ origin }) => origin === "project");
  return [
    ...Object.entries(values).map(([key, value]) => `setting  ${key} = ${JSON.stringify(value)}`),
    ...ofProject(modes).map(({ slug, source }) => `mode     ${slug} (${source})`),
    ...ofProject(hooks).map(({ name, command }) => `hook     ${named(name, command)}`),
    ...ofProject(mcpServers).map(({ name, command }) => `server   ${named(name, command)}`),
    ...ofProject(customTools).map(({ name, source }) => `tool     ${source ?? name}`),
  ];
}

function named(name: string, command = ""): string {
  return name === command ? command : `${name}: ${command}`;
}
