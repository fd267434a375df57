import { join } from "node:path";
import type { NetworkCapability, WriteCapability } from "@roo-code/types";
import type { Surveyed } from "../places/survey.ts";

export interface SeatbeltRequest {
  readonly root: string;
  readonly write: WriteCapability;
  readonly network: NetworkCapability;
  readonly surveyed: Surveyed;
  /** Folders that a command may write beside the workspace. */
  readonly writable: readonly string[];
  /** Never read. */
  readonly secrets: readonly string[];
  /** The port of the proxy, for a list of hosts. */
  readonly proxyPort?: number;
}

/** Protected wherever they are, also where they do not exist yet: here rules are patterns, not mounts. */
const protectedRegexes = [
  String.raw`/\.roo(/|$)`,
  String.raw`/\.(roorules|roomodes|rooignore|rooprotected|clinerules|cursorrules|windsurfrules)[^/]*$`,
  String.raw`/(AGENTS|CLAUDE|GEMINI)(\.local)?\.md$`,
  String.raw`/\.(vscode|idea|cursor|claude|codex|husky|devcontainer)(/|$)`,
  String.raw`\.code-workspace$`,
  String.raw`/\.?mcp(_settings|-settings)?\.json$`,
  String.raw`/\.git/(hooks(/|$)|config$|config\.worktree$|commondir$|modules/.*/(hooks/|config$))`,
  String.raw`/\.(gitmodules|gitattributes|gitconfig|npmrc|yarnrc|yarnrc\.yml|envrc|pnpmfile\.cjs)$`,
  String.raw`/\.(bashrc|bash_profile|bash_login|profile|zshrc|zshenv|zprofile|zlogin)$`,
  String.raw`/\.github/(workflows|actions)(/|$)`,
  String.raw`/\.gitlab-ci\.yml$`,
  String.raw`/\.pre-commit-config\.ya?ml$`,
];

/** A profile of macOS's Seatbelt: later rules win. */
export function seatbeltProfile(request: SeatbeltRequest): string {
  const { root, surveyed, secrets } = request;
  const ignored = surveyed.ignored.map(({ path, kind }) =>
    filter(kind === "folder" ? "subpath" : "literal", join(root, path)),
  );
  const hidden = [...secrets.map((path) => filter("subpath", path)), ...ignored];
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-exec process-fork signal (target same-sandbox))",
    "(allow sysctl-read)",
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.system.logger"))',
    "(allow ipc-posix-shm ipc-posix-sem)",
    "(allow pseudo-tty)",
    "(allow file-read*)",
    '(allow file-ioctl (literal "/dev/tty") (literal "/dev/ptmx") (regex #"^/dev/ttys"))',
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper") (regex #"^/dev/ttys"))',
    ...writeRules(request),
    ...(hidden.length > 0 ? [`(deny file-read* file-write* ${hidden.join(" ")})`] : []),
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

function networkRules({ network, proxyPort }: SeatbeltRequest): readonly string[] {
  if (network === "all") return ["(allow network*)", "(allow system-socket)"];
  const local = '(allow network-bind network-inbound (local ip "localhost:*"))';
  if (network === "none" || proxyPort === undefined) return [local];
  return [local, `(allow network-outbound (remote ip "localhost:${proxyPort}"))`];
}

function filter(kind: "subpath" | "literal", path: string): string {
  return `(${kind} "${path.replaceAll(/["\\]/g, String.raw`\$&`)}")`;
}
