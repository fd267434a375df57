import type { CommandProfile, WriteCapability } from "@roo-code/types";

const maxListed = 10;

/** How programs report that there is no network, or that a proxy refused. */
const networkTrouble =
  /\b(could not resolve|name or service not known|temporary failure in name resolution|network is unreachable|no route to host|failed to establish a new connection|dial tcp|unable to access|could not connect to|failed to connect)\b/i;
/** Whole words in capitals: "FileNotFoundError" and "ModuleNotFoundError" contain one by accident. */
const networkCodes = /\b(EAI_AGAIN|ENOTFOUND|ENETUNREACH|getaddrinfo)\b/;
const proxyTrouble = /\b(403|proxy|tunnel|refused)\b|roo sandbox:/i;
const writeTrouble = /\b(read-only file system|device or resource busy)\b/i;
const writeCodes = /\b(EROFS|EBUSY)\b/;

/** Reasons reason a command may have failed because of the sandbox. */
export function failureNotes(profile: CommandProfile, end: { output: string; isSuccess: boolean }): readonly string[] {
  if (end.isSuccess) return [];
  return [
    ...(lacksNetwork(profile, end.output) ? [networkNote(profile)] : []),
    ...(matchesAny(end.output, writeTrouble, writeCodes) ? [writeNote(profile.write)] : []),
  ];
}

function lacksNetwork({ network }: CommandProfile, output: string): boolean {
  if (network === "all") return false;
  return matchesAny(output, networkTrouble, networkCodes) || (network !== "none" && proxyTrouble.test(output));
}

function matchesAny(output: string, ...patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(output));
}

function networkNote({ network }: CommandProfile): string {
  if (network === "none" || network === "all") {
    return 'The sandbox has no network. The user can allow hosts with the setting "network", such as ["registry.npmjs.org"].';
  }
  const hosts = network.hosts.join(", ");
  return `The sandbox can only reach ${hosts}, over HTTP, HTTPS and SOCKS. The user can allow more with the setting "network".`;
}

function writeNote(write: WriteCapability): string {
  if (write === "none") return "Commands of this mode may only write in /tmp.";
  return "Commands may write in the workspace and in /tmp, but not to protected files such as .git/config, .git/hooks, .roo or .vscode.";
}

/** Files written by a command that were removed afterwards. */
export function notKeptNote(paths: readonly string[], reason: string): readonly string[] {
  if (paths.length === 0) return [];
  const listed = summary(paths).map(visible);
  const more = listed.length > maxListed ? ` and ${listed.length - maxListed} more` : "";
  return [`Not kept, because ${reason}: ${listed.slice(0, maxListed).join(", ")}${more}.`];
}

/** Names may contain line breaks or invisible characters. */
function visible(path: string): string {
  return path.replaceAll(/[\p{Cc}\p{Cf}]/gu, (hidden) => `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Lists the content of a repository as one path. */
function summary(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map((path) => path.replace(/(^|\/)\.git\/(?!hooks\/|config).*/, "$1.git")))];
}

export function describePatterns(patterns: readonly (readonly string[])[]): string {
  return patterns.map((list) => list.join(" or ")).join(", and ");
}
