import { join } from "node:path";
import { type NetworkCapability, protectedPatterns, type WriteCapability } from "@roo-code/types";
import type { Surveyed } from "../paths/survey.ts";

export interface SeatbeltRequest {
  readonly root: string;
  readonly write: WriteCapability;
  readonly network: NetworkCapability;
  readonly surveyed: Surveyed;
  /** Folders that a command may write besides the workspace. */
  readonly writable: readonly string[];
  /** Never readable. */
  readonly secrets: readonly string[];
  /** Readable nevertheless. */
  readonly readable: readonly string[];
  /** The port of the proxy, for a list of hosts. */
  readonly proxyPort?: number;
}

/** Files that determine which programs git runs; the rest of a repository may be written. */
const protectedInGit = String.raw`/\.git/(hooks(/|$)|config$|config\.worktree$|commondir$|modules/.*/(hooks/|config$))`;

/** Protected everywhere, existing or not: here rules are patterns, not mounts. */
const protectedRegexes = [
  ...protectedPatterns.filter((pattern) => !pattern.test(".git/x")).map(({ source }) => absolute(source)),
  protectedInGit,
].map(inAnyCase);

/** For a path that begins with `/`; slashes need no escape here. */
function absolute(source: string): string {
  return source.replaceAll(String.raw`\/`, "/").replace("(^|/)", "/");
}

/** The file system ignores case, and the rules have no flag for that. */
function inAnyCase(pattern: string): string {
  return pattern.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** A profile for macOS's Seatbelt: later rules win. */
export function seatbeltProfile(request: SeatbeltRequest): string {
  const { root, surveyed, secrets } = request;
  const ignored = surveyed.ignored.map(({ path, kind }) =>
    filter(kind === "folder" ? "subpath" : "literal", join(root, path)),
  );
  const hidden = [...secrets.map((path) => filter("subpath", path)), ...ignored];
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-exec)",
    "(allow process-fork)",
    "(allow signal (target same-sandbox))",
    "(allow process-info* (target same-sandbox))",
    "(allow sysctl-read)",
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.system.logger"))',
    "(allow ipc-posix-shm ipc-posix-sem)",
    "(allow pseudo-tty)",
    "(allow file-read*)",
    '(allow file-ioctl (literal "/dev/tty") (literal "/dev/ptmx") (regex #"^/dev/ttys"))',
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper") (regex #"^/dev/ttys"))',
    ...writeRules(request),
    ...heldRules(request),
    ...(hidden.length > 0 ? [`(deny file-read* file-write* ${hidden.join(" ")})`] : []),
    ...request.readable.map((path) => `(allow file-read* ${filter("subpath", path)})`),
    ...networkRules(request),
    "",
  ].join("\n");
}

function writeRules({ root, write, writable }: SeatbeltRequest): readonly string[] {
  const folders = (write === "all" ? [root, ...writable] : writable).map((path) => filter("subpath", path));
  return [
    ...(folders.length > 0 ? [`(allow file-write* ${folders.join(" ")})`] : []),
    `(deny file-write* ${protectedRegexes.map((pattern) => `(regex #"${pattern}")`).join(" ")})`,
  ];
}

/** A renamed repository could be changed under its other name. */
function heldRules({ root, surveyed }: SeatbeltRequest): readonly string[] {
  const held = [...surveyed.repositories, ...surveyed.protected].map(({ path }) => filter("literal", join(root, path)));
  return held.length === 0 ? [] : [`(deny file-write-unlink ${held.join(" ")})`];
}

function networkRules({ network, proxyPort }: SeatbeltRequest): readonly string[] {
  if (network === "all") {
    const services = [
      "SystemConfiguration.configd",
      "SystemConfiguration.DNSConfiguration",
      "trustd.agent",
      "networkd",
    ];
    const names = services.map((name) => `(global-name "com.apple.${name}")`);
    return ["(allow network*)", "(allow system-socket)", `(allow mach-lookup ${names.join(" ")})`];
  }
  const local = '(allow network-bind network-inbound (local ip "localhost:*"))';
  if (network === "none" || proxyPort === undefined) return [local];
  return [local, `(allow network-outbound (remote ip "localhost:${proxyPort}"))`];
}

function filter(kind: "subpath" | "literal", path: string): string {
  return `(${kind} "${path.replaceAll(/["\\]/g, String.raw`\$&`)}")`;
}
