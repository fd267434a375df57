import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { isInside } from "../../files/confine.ts";
import { type Mount, readOnly } from "../mounts.ts";
import { secretsInEtc } from "./secret-paths.ts";

/** Programs and their configuration. Other users' homes, sockets and data are elsewhere. */
const systemFolders = "/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /opt /nix /gnu /snap /app".split(" ");
const packageLists = "/var/lib/dpkg /var/lib/rpm /var/lib/pacman /lib/apk /var/lib/ca-certificates-java".split(" ");
const processors = "/sys/devices/system/cpu";

/** What every command sees of the machine. */
export function systemMounts(): readonly Mount[] {
  return [
    ...systemFolders.flatMap(mountOf),
    ...packageLists.filter((path) => !isInside("/lib", path)).flatMap(mountOf),
    ...mountOf(processors),
    { kind: "folder", target: "/run" },
    { kind: "link", source: "/tmp", target: "/var/tmp" },
    { kind: "link", source: "/run", target: "/var/run" },
    ...resolverMount(),
  ];
}

/** Existing secrets in folders that commands see. */
export function systemSecrets(): readonly string[] {
  return secretsInEtc.filter((path) => kindOf(path) !== undefined);
}

export function isSystemPath(path: string): boolean {
  return systemFolders.some((folder) => isInside(folder, path));
}

/** A link stays a link: `/bin` to `usr/bin`. */
function mountOf(path: string): readonly Mount[] {
  const kind = kindOf(path);
  if (kind === undefined) return [];
  return kind === "link" ? [{ kind: "link", source: readlinkSync(path), target: path }] : [readOnly(path)];
}

/** The file with the name servers is often a link into a hidden folder. */
function resolverMount(): readonly Mount[] {
  try {
    const real = realpathSync("/etc/resolv.conf");
    return isInside("/etc", real) || dirname(real) === "/" ? [] : [readOnly(real)];
  } catch {
    return [];
  }
}

export function kindOf(path: string): "file" | "folder" | "link" | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (found.isSymbolicLink()) return "link";
    return found.isDirectory() ? "folder" : "file";
  } catch {
    return undefined;
  }
}
