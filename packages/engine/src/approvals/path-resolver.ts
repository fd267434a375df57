import type { ApprovalContext } from "./approval-policy.ts";
import type { SimpleCommand } from "./shell/command-facts.ts";
import { joinPath, relativePath } from "./shell/join-path.ts";
import { allowableName } from "./shell/program-name.ts";

/** Which program a command runs. */
export interface ResolvedProgram {
  /** Not a program of the system: a file in the workspace, or in a folder that tasks can write to. */
  readonly isOwn: boolean;
  /** Workspace-relative if inside it; undefined if it is looked up on the PATH, or unknown. */
  readonly path?: string;
}

/** Resolves the program names and paths of one command line, each once. Links are resolved only if there is a shell. */
export class PathResolver {
  readonly root: string | undefined;
  readonly #shell: ApprovalContext["shell"];
  readonly #written: ReadonlySet<string>;
  readonly #programs = new Map<string, string | undefined>();
  readonly #paths = new Map<string, string | undefined>();

  /** `written`: names of the files that the same line writes. */
  constructor({ root, shell }: ApprovalContext, written: ReadonlySet<string> = new Set()) {
    this.root = root;
    this.#shell = shell;
    this.#written = written;
  }

  program({ words: [first], folders }: SimpleCommand): ResolvedProgram {
    const value = first?.value;
    if (first === undefined || value === undefined) return { isOwn: false };
    if (value.includes("/")) {
      const [path, ...others] = new Set(folders.map((folder) => relativePath(joinPath(folder, value), this.root)));
      const isOwn = allowableName(first) === undefined || (path !== undefined && !path.startsWith("/"));
      return path === undefined || others.length > 0 ? { isOwn } : { isOwn, path };
    }
    // The PATH may find the file that the line writes first.
    if (this.#written.has(value)) return { isOwn: true };
    for (const folder of folders.length > 0 ? folders : [undefined]) {
      const path = this.#ownProgram(value, folder);
      if (path !== undefined) return { isOwn: true, path };
    }
    return { isOwn: false };
  }

  #ownProgram(name: string, folder: string | undefined): string | undefined {
    const key = `${folder ?? ""}\0${name}`;
    if (!this.#programs.has(key)) this.#programs.set(key, this.#shell?.findOwnProgram(name, folder));
    return this.#programs.get(key);
  }

  /** What a path may refer to, as written and with links resolved, from each folder. Empty if unknown. */
  resolve(path: string, folders: readonly string[]): readonly string[] {
    const found = new Set<string>();
    for (const folder of folders) {
      found.add(relativePath(joinPath(folder, path), this.root));
      if (!this.#shell) continue;
      const real = this.#realPath(/^[/~]/.test(path) || folder === "." ? path : `${folder}/${path}`);
      if (real === undefined) return [];
      found.add(real);
    }
    return [...found];
  }

  #realPath(path: string): string | undefined {
    if (!this.#paths.has(path)) this.#paths.set(path, this.#shell?.realPath(path));
    return this.#paths.get(path);
  }

  /** The files that match a glob; undefined if they cannot be listed. */
  expand(glob: string): readonly string[] | undefined {
    return this.#shell ? this.#shell.expand(glob) : [];
  }

  exists(path: string): boolean {
    return this.#shell?.exists(relativePath(path, this.root)) ?? false;
  }
}
