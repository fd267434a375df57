import { basename, extname } from "node:path";
import type { ConfigurationNotice, Mode } from "@roo-code/types";
import type { ConfigurationRoot } from "./files/configuration-root.ts";
import { type ConfigurationFolders, configurationRoots } from "./files/configuration-roots.ts";
import { LastLoad } from "./files/last-load.ts";
import { limitMode } from "./modes/limit-mode.ts";
import { type ModesFile, readModes } from "./modes/read-modes.ts";

export interface LoadModesOptions extends ConfigurationFolders {
  readonly builtinModes: readonly Mode[];
  /** Whether the user trusts the workspace's configuration. Until then its modes cannot extend existing ones. */
  readonly isTrusted: boolean;
}

export interface ModeWithOrigin extends Mode {
  readonly origin: "builtin" | "user" | "project";
  /** The file; absent for built-in modes. */
  readonly source?: string;
}

export interface LoadedModes {
  /** Built-in ones in their order, possibly replaced; then the project's, then the user's. */
  readonly modes: readonly ModeWithOrigin[];
  readonly notices: readonly ConfigurationNotice[];
}

/** All modes. Of those with the same slug the project's is used, else the user's, else the built-in one. */
export async function loadModes(options: LoadModesOptions): Promise<LoadedModes> {
  const own = await loadOwnModes(options);
  const builtin = bySlug(options.builtinModes.map((mode) => ({ ...mode, origin: "builtin" as const })));
  const ofUser = bySlug(own.user);
  const ofProject = bySlug(own.project);
  const limits = options.isTrusted ? [] : limitToOthers(ofProject, new Map([...builtin, ...ofUser]));
  const effective = new Map([...builtin, ...ofUser, ...ofProject]);
  const slugs = new Set([...builtin.keys(), ...ofProject.keys(), ...ofUser.keys()]);
  return {
    modes: [...slugs].flatMap((slug) => effective.get(slug) ?? []),
    notices: [...own.notices, ...limits],
  };
}

interface OwnModes {
  readonly user: readonly ModeWithOrigin[];
  readonly project: readonly ModeWithOrigin[];
  readonly notices: readonly ConfigurationNotice[];
}

async function loadOwnModes({ home, workspace }: ConfigurationFolders): Promise<OwnModes> {
  const lists = ["user", "project", "notices"] as const;
  const last = new LastLoad<OwnModes>({ home, name: "modes", of: [workspace], lists });
  const known = last.find();
  if (known) return known;
  const { user, project } = configurationRoots({ home, workspace });
  const loaded = {
    user: await readAll(modesFiles(user, { list: "custom_modes.yaml", folder: "modes" })),
    project: await readAll(modesFiles(project, { list: ".roomodes", folder: ".roo/modes" })),
    notices: [...user.notices, ...project.notices],
  };
  last.keep(loaded, [user, project]);
  return loaded;
}

/** The file with a list, then the folder of single modes: of two modes with one slug the later is used. */
function modesFiles(root: ConfigurationRoot, paths: { list: string; folder: string }): ModesFile[] {
  const list = root.findFile(paths.list);
  const folder = root.findFolder(paths.folder);
  const files = folder ? root.entries(folder, isYaml).filter(({ kind }) => kind === "file") : [];
  return [
    ...(list ? [{ root, file: list }] : []),
    ...files.map((file) => ({ root, file, fileSlug: basename(file.name, extname(file.name)) })),
  ];
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

async function readAll(files: readonly ModesFile[]): Promise<ModeWithOrigin[]> {
  const modes = new Map<string, ModeWithOrigin>();
  for (const source of files) {
    const { root } = source;
    const { path } = source.file;
    for (const mode of await readModes(source)) {
      const other = modes.get(mode.slug)?.source;
      if (other === path) {
        root.report("invalid_value", path, `it has two modes ${mode.slug}; the first is used.`);
        continue;
      }
      if (other !== undefined)
        root.report("invalid_value", other, `its mode ${mode.slug} is replaced by that in ${path}.`);
      modes.set(mode.slug, { ...mode, origin: root.origin, source: path });
    }
  }
  return [...modes.values()];
}

/** Restricts modes to the rights of those they replace, with notices. */
function limitToOthers(
  modes: Map<string, ModeWithOrigin>,
  others: ReadonlyMap<string, ModeWithOrigin>,
): ConfigurationNotice[] {
  return [...modes].flatMap(([slug, found]) => {
    const other = others.get(slug);
    const { mode, dropped } = other ? limitMode(found, other) : { mode: found, dropped: [] };
    if (dropped.length === 0) return [];
    modes.set(slug, { ...found, groups: mode.groups });
    const { source = "" } = found;
    const what = `mode ${slug} cannot have ${dropped.join(", ")}`;
    const message = `${source}: ${what}: this folder is not trusted (roo config trust).`;
    return { code: "not_trusted" as const, source, message };
  });
}

function bySlug(modes: readonly ModeWithOrigin[]): Map<string, ModeWithOrigin> {
  return new Map(modes.map((mode) => [mode.slug, mode]));
}
