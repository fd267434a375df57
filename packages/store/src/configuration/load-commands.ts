import type { ConfigurationNotice } from "@roo-code/types";
import type { ConfigurationEntry, ConfigurationOrigin, ConfigurationRoot } from "./files/configuration-root.ts";
import { type ConfigurationFolders, configurationRoots, filesBelow } from "./files/configuration-roots.ts";
import { LastLoad } from "./files/last-load.ts";
import { parseFrontmatter, shortField } from "./text/frontmatter.ts";

/** A prompt in a file, invoked with `/name`. */
interface SlashCommand {
  readonly name: string;
  readonly content: string;
  readonly description?: string;
  /** What may follow the name, for display. */
  readonly argumentHint?: string;
  /** Slug of the mode to switch to. */
  readonly mode?: string;
  readonly origin: ConfigurationOrigin;
  readonly source: string;
}

export interface LoadedCommands {
  /** By name; each name once. */
  readonly commands: readonly SlashCommand[];
  readonly notices: readonly ConfigurationNotice[];
}

const maxFileBytes = 100_000;

/** Commands of `<home>/commands` and `<workspace>/.roo/commands`; of two with the same name the project's is used. Never throws. */
export async function loadCommands(folders: ConfigurationFolders): Promise<LoadedCommands> {
  const { home, workspace } = folders;
  const last = new LastLoad<LoadedCommands>({
    home,
    name: "commands",
    of: [workspace],
    lists: ["commands", "notices"],
  });
  const known = last.find();
  if (known) return known;
  const { user, project } = configurationRoots(folders);
  const found = [...(await readFolder(user, "commands")), ...(await readFolder(project, ".roo/commands"))];
  const byName = new Map(found.map((command) => [command.name, command]));
  const names = [...byName.keys()].sort();
  const loaded = {
    commands: names.flatMap((name) => byName.get(name) ?? []),
    notices: [...user.notices, ...project.notices],
  };
  last.keep(loaded, [user, project]);
  return loaded;
}

async function readFolder(root: ConfigurationRoot, path: string): Promise<SlashCommand[]> {
  const folder = root.findFolder(path);
  if (!folder) return [];
  const commands: SlashCommand[] = [];
  for (const file of filesBelow(root, folder, { folders: "links" })) {
    if (!/\.md$/i.test(file.name)) continue;
    const command = await readCommand(root, file);
    if (command) commands.push(command);
  }
  return commands;
}

async function readCommand(root: ConfigurationRoot, file: ConfigurationEntry): Promise<SlashCommand | undefined> {
  const name = file.name.slice(0, -".md".length);
  if (!/^[a-zA-Z0-9_.-]{1,100}$/.test(name)) {
    return root.report("invalid_value", file.path, "its name cannot be typed as a command: use letters, digits, _ . -");
  }
  const text = root.readWhole(file, maxFileBytes);
  if (text === undefined) return undefined;
  const { fields, body, problem } = await parseFrontmatter(text);
  if (problem !== undefined) root.report("broken_file", file.path, `${problem} The whole file is used as the prompt.`);
  if (body === "") return root.report("broken_file", file.path, "it has no prompt.");
  const field = (key: string) => shortField({ root, file, fields, key });
  const description = field("description");
  const argumentHint = field("argument-hint");
  const mode = field("mode");
  return {
    name,
    content: body,
    description: description || undefined,
    argumentHint: argumentHint || undefined,
    mode: mode || undefined,
    origin: root.origin,
    source: file.path,
  };
}
