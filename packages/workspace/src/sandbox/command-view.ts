import { join, relative } from "node:path";
import type { WriteCapability } from "@roo-code/types";
import { isInside } from "../files/confine.ts";
import { type Mount, readOnly, writable } from "./mounts.ts";
import { enclosingRepository } from "./paths/git-paths.ts";
import { heldMounts } from "./paths/held-mounts.ts";
import { homeMounts, homeSecrets } from "./paths/home-paths.ts";
import { kindOf, systemMounts, systemSecrets } from "./paths/system-paths.ts";
import type { Guarded } from "./paths/workspace-guard.ts";

export interface ViewRequest {
  readonly root: string;
  readonly write: WriteCapability;
  /** Sockets of programs outside are visible. */
  readonly sharesNetwork: boolean;
  readonly guarded: Guarded;
  readonly machine: MachineView;
  /** The user's home folder, and the one mounted over it. */
  readonly home: string;
  readonly sandboxHome: string;
  /** Mounted over hidden files and folders: empty and unreadable. */
  readonly unreadable: { readonly file: string; readonly folder: string };
  /** Mounted where nothing may be created: empty and readable. */
  readonly empty: string;
  /** Roo's own paths, always hidden. */
  readonly secrets: readonly string[];
  /** Mounted as the workspace, if a command works on a copy. */
  readonly workspaceSource?: string;
}

/** The part that is the same for all commands of a task, determined once. */
export interface MachineView {
  readonly system: readonly Mount[];
  /** In the user's home, and around the workspace. */
  readonly tools: readonly Mount[];
  readonly secrets: readonly string[];
  /** Cached types of secret paths outside the workspace. */
  readonly kinds: Map<string, ReturnType<typeof kindOf>>;
}

export function viewMachine(request: {
  readonly root: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Roo's own files, including copies of workspaces: nothing around those is shown. */
  readonly own: string;
  /** Nothing around the workspace is shown. */
  readonly isSealed?: boolean;
}): MachineView {
  const { root, home, environment, own, isSealed = false } = request;
  const around = isSealed || isInside(own, root) ? undefined : enclosingRepository(root, home);
  return {
    system: systemMounts(),
    tools: [...homeMounts({ home, environment }), ...(around === undefined ? [] : [readOnly(around)])],
    secrets: [...systemSecrets(), ...homeSecrets({ home, environment })],
    kinds: new Map(),
  };
}

/** What a command sees of the machine, and what it may write. */
export function commandView(request: ViewRequest): readonly Mount[] {
  const { root, home, sandboxHome, machine } = request;
  const seen: readonly Mount[] = [
    ...machine.system,
    writable(home, sandboxHome),
    ...machine.tools,
    ...workspaceMounts(request),
  ];
  const secrets = [...machine.secrets, ...request.secrets];
  const hidden = secrets.filter((path) => !isInside(path, root) && isSeen(seen, path, root));
  return [...seen, ...hidden.flatMap((path) => hide(path, request, secretKind(path, request)))];
}

function workspaceMounts(request: ViewRequest): readonly Mount[] {
  const { root, write, sharesNetwork, guarded, workspaceSource = root } = request;
  const hidden = [...guarded.ignored, ...(sharesNetwork ? [] : guarded.sockets)]
    .filter(({ kind }) => kind !== "link")
    .flatMap(({ path }) => hide(join(root, path), request));
  // What a worktree shares with others is outside of it.
  const shared = guarded.gitFolders.filter(({ path }) => !isInside(root, path)).map(({ path }) => readOnly(path));
  if (write === "none") return [readOnly(root), ...shared, ...hidden];
  if (write === "all") return [writable(root, workspaceSource), ...heldMounts(root, guarded, request.empty), ...hidden];
  // A copy has its own repository, whose changes are discarded.
  const kept = guarded.protected.filter(({ kind }) => kind !== "link").map(({ path }) => readOnly(join(root, path)));
  return [writable(root, workspaceSource), ...shared, ...kept, ...hidden];
}

/** Paths outside the workspace are looked up once. */
function secretKind(path: string, { root, machine }: ViewRequest): ReturnType<typeof kindOf> {
  if (isInside(root, path)) return kindOf(path);
  if (!machine.kinds.has(path)) machine.kinds.set(path, kindOf(path));
  return machine.kinds.get(path);
}

function hide(path: string, { unreadable }: ViewRequest, kind = kindOf(path)): readonly Mount[] {
  if (kind === undefined || kind === "link") return [];
  return [readOnly(path, kind === "folder" ? unreadable.folder : unreadable.file)];
}

/** Whether the real file is visible at its own path. */
function isSeen(mounts: readonly Mount[], path: string, root: string): boolean {
  const last = mounts.findLast(({ target }) => isInside(target, path));
  if (last?.kind !== "read" && last?.kind !== "write") return false;
  if (last.source === last.target || last.target === root) return true;
  return kindOf(join(last.source, relative(last.target, path))) !== undefined;
}
