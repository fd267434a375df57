import { existsSync } from "node:fs";
import { hasHiddenCharacters, isProtectedPath } from "@roo-code/types";
import type { IsIgnored } from "../../files/roo-ignore.ts";
import { filterDescriptor } from "../launch-scripts.ts";
import type { Mount } from "../mounts.ts";

interface BubblewrapRequest {
  readonly mounts: readonly Mount[];
  /** Private to the task. */
  readonly temporaryFolder: string;
  readonly cwd: string;
  readonly sharesNetwork: boolean;
  /** Running as root in another user's folder: keeps root's rights on its files. */
  readonly ownsForeignFiles: boolean;
  readonly user: { readonly uid: number; readonly gid: number };
}

/** The arguments that start a sandbox; the command itself is appended. */
export function bubblewrapArguments(abilities: BubblewrapAbilities, request: BubblewrapRequest): readonly string[] {
  const { mounts, temporaryFolder, cwd, sharesNetwork } = request;
  return [
    abilities.program,
    ...namespaces(abilities, request),
    ...(sharesNetwork ? [] : ["--unshare-net"]),
    // The first process inside is ours: everything in the sandbox ends with it, and it ends with us.
    "--die-with-parent",
    "--as-pid-1",
    ...capabilities(request),
    ...(abilities.hasFilter ? ["--seccomp", String(filterDescriptor)] : []),
    "--proc",
    "/proc",
    ...kernelSettings(request),
    "--dev",
    "/dev",
    "--bind",
    temporaryFolder,
    "/tmp",
    ...mounts.flatMap(mountArguments),
    "--remount-ro",
    "/",
    "--chdir",
    cwd,
    "--",
  ];
}

function namespaces(abilities: BubblewrapAbilities, { ownsForeignFiles, user }: BubblewrapRequest): readonly string[] {
  const { hasUserNamespace, disablesUserNamespaces } = abilities;
  const others = ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];
  if (!hasUserNamespace || ownsForeignFiles) return others;
  const identity = ["--uid", String(user.uid), "--gid", String(user.gid)];
  return ["--unshare-user", ...identity, ...(disablesUserNamespaces ? ["--disable-userns"] : []), ...others];
}

function capabilities({ ownsForeignFiles }: BubblewrapRequest): readonly string[] {
  const kept = ownsForeignFiles ? ["CAP_DAC_OVERRIDE", "CAP_FOWNER", "CAP_CHOWN"] : [];
  return ["--cap-drop", "ALL", ...kept.flatMap((name) => ["--cap-add", name])];
}

/** The kernel lets root write these without any capability. Other users do not need these mounts. */
const writtenByRoot = "sys sysrq-trigger irq bus fs mtrr scsi acpi asound driver tty pressure".split(" ");
let onThisMachine: readonly string[] | undefined;

function kernelSettings({ user }: BubblewrapRequest): readonly string[] {
  if (user.uid !== 0) return [];
  onThisMachine ??= writtenByRoot.map((name) => `/proc/${name}`).filter((path) => existsSync(path));
  return onThisMachine.flatMap((path) => ["--ro-bind-try", path, path]);
}

function mountArguments(mount: Mount): readonly string[] {
  switch (mount.kind) {
    case "read":
      return ["--ro-bind-try", mount.source, mount.target];
    case "write":
      return ["--bind", mount.source, mount.target];
    case "link":
      return ["--symlink", mount.source, mount.target];
    case "folder":
      return ["--dir", mount.target];
  }
}

/** What bubblewrap supports on this machine, found by probing. */
export interface BubblewrapAbilities {
  readonly program: string;
  /** Commands run in their own user namespace and cannot create further ones. */
  readonly hasUserNamespace: boolean;
  readonly disablesUserNamespaces: boolean;
  readonly hasFilter: boolean;
  /** The `ulimit` flag with which `/bin/sh` limits processes. */
  readonly processFlag: "-u" | "-p";
}

/** Matching time may grow with the cube of the length: patterns are not applied to longer paths. */
const maxPathLength = 500;

/** Whether a path matches one pattern of each list, is canonical, and is neither protected nor ignored. */
export function writeFilter(patterns: readonly (readonly string[])[], isIgnored: IsIgnored): (path: string) => boolean {
  const lists = patterns.map((list) => list.map((pattern) => new RegExp(pattern)));
  return (path) =>
    path.length <= maxPathLength &&
    !hasHiddenCharacters(path) &&
    lists.every((list) => list.some((pattern) => pattern.test(path))) &&
    !isProtectedPath(path) &&
    !isIgnored(path);
}
