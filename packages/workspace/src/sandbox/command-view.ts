import { join, relative } from "node:path";
import type { WriteCapability } from "@roo-code/types";
import { isInside } from "../files/confine.ts";
import { type Mount, readOnly, writable } from "./mounts.ts";
import { enclosingRepository } from "./paths/git-paths.ts";
import { heldPlaces } from "./paths/held-paths.ts";
import { homeMounts, homeSecrets } from "./paths/home-paths.ts";
import { kindOf, systemMounts, systemSecrets } from "./paths/system-paths.ts";
import type { Guarded } from "./paths/workspace-guard.ts";

export interface ViewRequest {
  readonly root: string;
  readonly write: WriteCapability;
  /** Sockets of programs outside are seen. */
  readonly sharesNetwork: boolean;
  readonly guarded: Guarded;
  readonly machine: MachineView;
  /** The person's home folder, and the one that a command has in its place. */
  readonly home: string;
  readonly ownHome: string;
  /** What lies over hidden files and folders: both empty and unreadable. */
  readonly nothing: { readonly file: string; readonly folder: string };
  /** What lies where nothing may be made: it can be read, and is empty. */
  readonly empty: string;
  /** Of ours, kept from commands wherever they are. */
  readonly secrets: readonly string[];
  /** Where the workspace lies instead, when a command works over a copy. */
  readonly workspaceSource?: string;
}

/** What is the same for all commands of a task, looked up once. */
export interface MachineView {
  readonly system: readonly Mount[];
  /** Within the person's home, and around the workspace. */
  readonly tools: readonly Mount[];
  readonly secrets: readonly string[];
  /** What the secrets outside of the workspace are, as far as somebody asked. */
  readonly kinds: Map<string, ReturnType<typeof kindOf>>;
}

export function viewMachine(request: {
  readonly root: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Where we keep our own files, copies of workspaces among them: nothing around those is shown. */
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

/** What a command sees of the machine, and what of it may be written. */
export function commandView(request: ViewRequest): readonly Mount[] {
  const { root, home, ownHome, machine } = request;
  const seen: readonly Mount[] = [
    ...machine.system,
    writable(home, ownHome),
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
  // Of a worktree, what it shares with others is elsewhere.
  const shared = guarded.gitFolders.filter(({ path }) => !isInside(root, path)).map(({ path }) => readOnly(path));
  if (write === "none") return [readOnly(root), ...shared, ...hidden];
  if (write === "all") return [writable(root, workspaceSource), ...heldPlaces(root, guarded, request.empty), ...hidden];
  // A copy has its own repository, of which nothing is kept.
  const kept = guarded.protected.filter(({ kind }) => kind !== "link").map(({ path }) => readOnly(join(root, path)));
  return [writable(root, workspaceSource), ...shared, ...kept, ...hidden];
}

/** What is outside of the workspace is looked up once. */
function secretKind(path: string, { root, machine }: ViewRequest): ReturnType<typeof kindOf> {
  if (isInside(root, path)) return kindOf(path);
  if (!machine.kinds.has(path)) machine.kinds.set(path, kindOf(path));
  return machine.kinds.get(path);
}

function hide(path: string, { nothing }: ViewRequest, kind = kindOf(path)): readonly Mount[] {
  if (kind === undefined || kind === "link") return [];
  return [readOnly(path, kind === "folder" ? nothing.folder : nothing.file)];
}

/** Whether the real file shows at its own path. */
function isSeen(mounts: readonly Mount[], path: string, root: string): boolean {
  const last = mounts.findLast(({ target }) => isInside(target, path));
  if (last?.kind !== "read" && last?.kind !== "write") return false;
  if (last.source === last.target || last.target === root) return true;
  return kindOf(join(last.source, relative(last.target, path))) !== undefined;
}
