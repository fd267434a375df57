import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { type ConfigurationNotice, systemErrorCode } from "@roo-code/types";
import { isInside } from "../../files/real-path.ts";
import { isMissing } from "../../log-errors.ts";
import { endAt, followLinks, type LinkEnd } from "./follow-links.ts";
import { type FirstText, readFirstText } from "./read-first-text.ts";
import { stampOf } from "./stamp-of.ts";

export type ConfigurationOrigin = "user" | "project";

/** A file or folder that was found below a root. */
export interface ConfigurationEntry {
  /** Absolute, under the name it was found by. */
  readonly path: string;
  readonly name: string;
  readonly kind: "file" | "folder";
  /** Through all links. */
  readonly real: string;
  /** Symbolic links followed on the way. */
  readonly links: number;
}

export interface ConfigurationRootOptions {
  readonly origin: ConfigurationOrigin;
  readonly path: string;
  /** Names the folder in what a model reads, in place of where it is on this machine. */
  readonly label?: string;
  /** A folder that belongs to another root: nothing of it is found through this one. */
  readonly except?: string;
}

/** So many entries of one folder are looked at. */
const maxEntries = 1_000;

/**
 * A folder that configuration is read from. Nothing read through it lies outside of it, so that a link in a repository
 * cannot put a person's private files before a model. No member throws: what is wrong becomes a notice.
 */
export class ConfigurationRoot {
  readonly origin: ConfigurationOrigin;
  readonly path: string;
  readonly notices: ConfigurationNotice[] = [];
  /** Everything that was looked at, with what it was like then: where none of it has changed, nothing else would be found. */
  readonly looked = new Map<string, string>();
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

  /** Whether the content of any file was asked for. */
  get hasRead(): boolean {
    return this.#hasRead;
  }

  /** undefined where nothing is (which is no fault), and for what must not be read (a notice says why). */
  find(path: string, linksBefore = 0): ConfigurationEntry | undefined {
    const absolute = join(this.path, path);
    try {
      // A look that mostly finds nothing: it must cost microseconds.
      const found = lstatSync(absolute, { throwIfNoEntry: false });
      this.looked.set(absolute, stampOf(found));
      if (!found) return undefined;
      const end = found.isSymbolicLink()
        ? followLinks({ path: absolute, found, root: this.#realPath(), linksBefore })
        : this.#inFolder(absolute, linksBefore);
      if ("problem" in end) return this.report(end.code, absolute, end.problem);
      if (this.#isExcepted(end.real)) return undefined;
      const stat = found.isSymbolicLink() ? statSync(end.real) : found;
      this.looked.set(end.real, stampOf(stat));
      if (!stat.isFile() && !stat.isDirectory()) return this.report("broken_file", absolute, "it is not a plain file.");
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

  /** Sorted by name, so that the order is the same on every machine. What `accepts` leaves out is not even looked at. */
  entries(folder: ConfigurationEntry, accepts: (name: string) => boolean = () => true): ConfigurationEntry[] {
    const names = this.#names(folder)
      // Emacs marks a file that is being edited by such a link to nothing.
      .filter((name) => !name.startsWith(".#") && accepts(name))
      .sort();
    if (names.length > maxEntries) {
      this.report("invalid_value", folder.path, `only ${maxEntries} of its ${names.length} entries are used.`);
    }
    return names.slice(0, maxEntries).flatMap((name) => this.findIn(folder, name) ?? []);
  }

  /** undefined, with a notice, for what is not text. */
  readText(file: ConfigurationEntry, maxBytes: number): FirstText | undefined {
    this.#hasRead = true;
    try {
      return readFirstText(file.real, maxBytes) ?? this.report("broken_file", file.path, "it is not UTF-8 text.");
    } catch (error) {
      return this.report("broken_file", file.path, `it cannot be read (${reasonOf(error)}).`);
    }
  }

  /** All of a file; undefined, with a notice, for one that is larger: half of it would mean something else. */
  readWhole(file: ConfigurationEntry, maxBytes: number): string | undefined {
    const read = this.readText(file, maxBytes);
    if (!read?.isCut) return read?.text;
    return this.report("broken_file", file.path, `it is larger than ${Math.round(maxBytes / 1000)} KB.`);
  }

  /** `message` is a clause or more about the file `source`. */
  report(code: ConfigurationNotice["code"], source: string, message: string): undefined {
    this.notices.push({ code, source, message: `${source}: ${message}` });
  }

  /** How a path is named to a model: without where the person's files are, and in one line. */
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

  /** What is no link is where its folder is; folders are looked up once. */
  #inFolder(path: string, links: number): LinkEnd {
    const folder = dirname(path);
    const real = this.#realFolders.get(folder) ?? realpathSync.native(folder);
    this.#realFolders.set(folder, real);
    return endAt(join(real, basename(path)), { root: this.#realPath(), links });
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

/** A line break in a file's name would let the name speak to the model. Unicode classes are slow to compile, and rarely needed. */
function oneLine(label: string): string {
  return /^[ -~]*$/.test(label) ? label : label.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, "?");
}

function reasonOf(error: unknown): string {
  return systemErrorCode(error) ?? "unknown error";
}
