import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { type ConfigurationNotice, systemErrorCode } from "@roo-code/types";
import { isInside } from "../../files/real-path.ts";
import { isMissing } from "../../log-errors.ts";
import { checkInside, type FirstText, followLinks, type LinkTarget, readFirstText, stampOf } from "./confined-files.ts";

export type ConfigurationOrigin = "user" | "project";

/** A file or folder found below a root. */
export interface ConfigurationEntry {
  /** Absolute, before resolving symlinks. */
  readonly path: string;
  readonly name: string;
  readonly kind: "file" | "folder";
  /** With symlinks resolved. */
  readonly real: string;
  /** Number of symlinks followed. */
  readonly links: number;
}

export interface ConfigurationRootOptions {
  readonly origin: ConfigurationOrigin;
  readonly path: string;
  /** Replaces the path of the folder in text for the model. */
  readonly label?: string;
  /** A folder that belongs to another root and is skipped here. */
  readonly except?: string;
}

/** More entries of a folder are ignored. */
const maxEntries = 1_000;

/**
 * A folder that configuration is read from. Nothing outside of it can be read through it, so that a symlink in a
 * repository cannot show the user's private files to a model. No member throws: problems become notices.
 */
export class ConfigurationRoot {
  readonly origin: ConfigurationOrigin;
  readonly path: string;
  readonly notices: ConfigurationNotice[] = [];
  /** Stamps of all examined paths: as long as none changes, loading again gives the same result. */
  readonly stamps = new Map<string, string>();
  #hasRead = false;
  readonly #options: ConfigurationRootOptions;
  readonly #realFolders = new Map<string, string>();
  #real: string | undefined;
  #exceptReal: string | undefined;

  constructor(options: ConfigurationRootOptions) {
    this.origin = options.origin;
    this.path = options.path;
    this.#options = options;
  }

  /** Whether any file was read. */
  get hasRead(): boolean {
    return this.#hasRead;
  }

  /** undefined if the path does not exist, which is fine, or must not be read, which is reported as a notice. */
  find(path: string, linksBefore = 0): ConfigurationEntry | undefined {
    const absolute = join(this.path, path);
    try {
      // Most paths do not exist: this must take microseconds.
      const found = lstatSync(absolute, { throwIfNoEntry: false });
      this.stamps.set(absolute, stampOf(found));
      if (!found) return undefined;
      const end = found.isSymbolicLink()
        ? followLinks({ path: absolute, found, root: this.#realPath(), linksBefore })
        : this.#inFolder(absolute, linksBefore);
      if ("problem" in end) return this.report(end.code, absolute, end.problem);
      if (this.#isExcepted(end.real)) return undefined;
      const stat = found.isSymbolicLink() ? statSync(end.real) : found;
      this.stamps.set(end.real, stampOf(stat));
      if (!stat.isFile() && !stat.isDirectory())
        return this.report("broken_file", absolute, "it is not a regular file.");
      const kind = stat.isFile() ? "file" : "folder";
      return { path: absolute, name: basename(absolute), kind, real: end.real, links: end.links };
    } catch (error) {
      if (isMissing(error)) return undefined;
      return this.report("broken_file", absolute, `it cannot be read (${reasonOf(error)}).`);
    }
  }

  findFile(path: string): ConfigurationEntry | undefined {
    const entry = this.find(path);
    return entry?.kind === "folder" ? this.report("broken_file", entry.path, "it is a folder, not a file.") : entry;
  }

  findFolder(path: string): ConfigurationEntry | undefined {
    const entry = this.find(path);
    return entry?.kind === "file" ? this.report("broken_file", entry.path, "it is a file, not a folder.") : entry;
  }

  findIn(folder: ConfigurationEntry, name: string): ConfigurationEntry | undefined {
    return this.find(join(relative(this.path, folder.path), name), folder.links);
  }

  /** Sorted by name, so that the order is the same on every machine. Names that `accepts` rejects are not examined. */
  entries(folder: ConfigurationEntry, accepts: (name: string) => boolean = () => true): ConfigurationEntry[] {
    const names = this.#names(folder)
      // Emacs locks a file by such a dangling symlink.
      .filter((name) => !name.startsWith(".#") && accepts(name))
      .sort();
    if (names.length > maxEntries) {
      this.report("invalid_value", folder.path, `only ${maxEntries} of its ${names.length} entries are used.`);
    }
    return names.slice(0, maxEntries).flatMap((name) => this.findIn(folder, name) ?? []);
  }

  /** undefined, with a notice, if it is not text. */
  readText(file: ConfigurationEntry, maxBytes: number): FirstText | undefined {
    this.#hasRead = true;
    try {
      return readFirstText(file.real, maxBytes) ?? this.report("broken_file", file.path, "it is not UTF-8 text.");
    } catch (error) {
      return this.report("broken_file", file.path, `it cannot be read (${reasonOf(error)}).`);
    }
  }

  /** The whole file; undefined, with a notice, if it is larger: a part of it could mean something else. */
  readWhole(file: ConfigurationEntry, maxBytes: number): string | undefined {
    const read = this.readText(file, maxBytes);
    if (!read?.isCut) return read?.text;
    return this.report("broken_file", file.path, `it is larger than ${Math.round(maxBytes / 1000)} KB.`);
  }

  /** `message` continues the sentence that starts with the path `source`. */
  report(code: ConfigurationNotice["code"], source: string, message: string): undefined {
    this.notices.push({ code, source, message: `${source}: ${message}` });
  }

  /** A path for the model: without the location of the user's files, and in one line. */
  labelOf(path: string): string {
    const below = relative(this.path, path).split(sep).join("/");
    return oneLine(`${this.#options.label ?? ""}${below}`);
  }

  #names(folder: ConfigurationEntry): string[] {
    try {
      return readdirSync(folder.real);
    } catch (error) {
      this.report("broken_file", folder.path, `it cannot be listed (${reasonOf(error)}).`);
      return [];
    }
  }

  /** A path that is no symlink is in its real folder; folders are resolved once. */
  #inFolder(path: string, links: number): LinkTarget {
    const folder = dirname(path);
    const real = this.#realFolders.get(folder) ?? realpathSync.native(folder);
    this.#realFolders.set(folder, real);
    return checkInside(join(real, basename(path)), { root: this.#realPath(), links });
  }

  #realPath(): string {
    return (this.#real ??= realpathSync.native(this.path));
  }

  #isExcepted(real: string): boolean {
    const { except } = this.#options;
    if (except === undefined) return false;
    this.#exceptReal ??= lstatSync(except, { throwIfNoEntry: false }) ? realpathSync.native(except) : except;
    return isInside(this.#exceptReal, real);
  }
}

/** A line break in a file name could inject text into the prompt. Unicode classes are slow to compile and rarely needed. */
function oneLine(label: string): string {
  return /^[ -~]*$/.test(label) ? label : label.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, "?");
}

function reasonOf(error: unknown): string {
  return systemErrorCode(error) ?? "unknown error";
}
