import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { systemErrorCode } from "@roo-code/types";

/** Files of a repository that can grant the agent more. Rules and commands are only text for the model, whose actions need approval anyway. */
const trustedPaths = [
  ".roo/settings.json",
  ".roo/mcp.json",
  ".roo/modes",
  ".roomodes",
  ".roo/hooks.json",
  ".roo/hooks.yaml",
  ".roo/hooks.yml",
  ".roo/hooks",
  ".roo/tools",
];

/** Packages have too many files to read at every start: size and times of a file are compared instead of its content. */
const installed = /[\\/]node_modules[\\/]/;

/**
 * The repositories whose configuration the user has reviewed and trusted. Any later change revokes the trust. Stored in
 * `<home>/trusted.json`, folder → fingerprint.
 */
export class WorkspaceTrust {
  readonly #file: string;

  constructor(home: string) {
    this.#file = join(home, "trusted.json");
  }

  isTrusted(workspace: string): boolean {
    const accepted = this.#read()[workspace];
    return accepted !== undefined && accepted === fingerprintOf(workspace);
  }

  /** Trusts the configuration as it is now. */
  trust(workspace: string): void {
    this.#write({ ...this.#read(), [workspace]: fingerprintOf(workspace) });
  }

  revoke(workspace: string): void {
    const { [workspace]: _, ...rest } = this.#read();
    this.#write(rest);
  }

  /** A damaged file trusts nothing. */
  #read(): Record<string, string> {
    if (!existsSync(this.#file)) return {};
    try {
      const parsed: unknown = JSON.parse(readFileSync(this.#file, "utf8"));
      const entries = Object.entries(typeof parsed === "object" && parsed !== null ? parsed : {});
      return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
    } catch {
      return {};
    }
  }

  #write(trusted: Record<string, string>): void {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    writeFileSync(`${this.#file}.new`, `${JSON.stringify(trusted, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/** A hash of the names and contents of all these files. */
function fingerprintOf(workspace: string): string {
  const walked = new Set<string>();
  const files = trustedPaths.flatMap((path) => filesAt(workspace, path, walked));
  const content = files.map((path) => `${path}\0${contentOf(workspace, path)}\0`).join("");
  return process.getBuiltinModule("node:crypto").hash("sha256", content, "hex");
}

/** Follows links, as readers of the file do. */
function contentOf(workspace: string, path: string): string {
  const file = join(workspace, path);
  try {
    const stat = statSync(file);
    // Reading a pipe would block forever.
    if (!stat.isFile()) return "not a file";
    return installed.test(path) ? `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` : readFileSync(file, "latin1");
  } catch (error) {
    return `unreadable: ${systemErrorCode(error)}`;
  }
}

/** Visits each folder once: links can form cycles. */
function filesAt(workspace: string, path: string, walked: Set<string>): string[] {
  const absolute = join(workspace, path);
  if (!existsSync(absolute)) return isLink(absolute) ? [path] : [];
  try {
    const real = realpathSync(absolute);
    if (!statSync(real).isDirectory() || walked.has(real)) return [path];
    walked.add(real);
    const names = readdirSync(real).sort();
    return names.flatMap((name) => filesAt(workspace, join(path, name), walked));
  } catch {
    return [path];
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
