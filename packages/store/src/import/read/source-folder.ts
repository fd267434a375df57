import { readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { readPlainFile } from "../../files/read-text-file.ts";
import { isInside } from "../../files/real-path.ts";
import { parseJson, parseJsonc, parseToml, parseYaml } from "./parse-data.ts";

const megabyte = 1024 * 1024;
/** Settings, rules, commands: nobody writes one that large. */
const settingsLimit = 5 * megabyte;
export const conversationLimit = 50 * megabyte;
const mostEntries = 20_000;
const mostFiles = 2_000;
const deepest = 8;

export interface SourceEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Told of every file that is there and was not read, and why. */
export type Refuse = (path: string, reason: string) => undefined;

/**
 * A folder of another tool, only ever read. Nothing outside it is reached through a link, nothing but plain files is
 * opened, and nothing larger than its limit. What is missing is undefined; what is refused is also said.
 */
export class SourceFolder {
  readonly path: string;
  readonly #root: string;
  readonly #refuse: Refuse;

  private constructor(path: string, root: string, refuse: Refuse) {
    this.path = path;
    this.#root = root;
    this.#refuse = refuse;
  }

  /** undefined where there is no such folder. The folder itself may be a link: then the source is what it points to. */
  static open(path: string, refuse: Refuse): SourceFolder | undefined {
    try {
      const root = realpathSync(path);
      return statSync(root).isDirectory() ? new SourceFolder(path, root, refuse) : undefined;
    } catch {
      return undefined;
    }
  }

  /** A folder inside this one; what leads out of it, leads out of the source. */
  folder(path: string): SourceFolder | undefined {
    const full = join(this.path, path);
    const real = this.#resolve(full);
    if (real === undefined || !statSync(real).isDirectory()) return undefined;
    return new SourceFolder(full, real, this.#refuse);
  }

  has(path: string): boolean {
    return this.#resolve(join(this.path, path)) !== undefined;
  }

  readText(path: string, limit = settingsLimit): string | undefined {
    const full = join(this.path, path);
    const real = this.#resolve(full);
    if (real === undefined) return undefined;
    try {
      return readText(real, limit, (reason) => this.#refuse(full, reason));
    } catch (error) {
      this.#refuse(full, `it cannot be read (${systemErrorCode(error) ?? "unknown error"})`);
      return undefined;
    }
  }

  readJson(path: string, limit = settingsLimit): unknown {
    return this.#parse(path, { limit, parse: parseJson, kind: "JSON" });
  }

  readJsonc(path: string): unknown {
    return this.#parse(path, { limit: settingsLimit, parse: parseJsonc, kind: "JSON" });
  }

  readYaml(path: string): unknown {
    return this.#parse(path, { limit: settingsLimit, parse: parseYaml, kind: "YAML" });
  }

  readToml(path: string): unknown {
    return this.#parse(path, { limit: settingsLimit, parse: parseToml, kind: "TOML" });
  }

  /** Sorted by name. */
  list(path = "."): SourceEntry[] {
    const full = join(this.path, path);
    const real = this.#resolve(full);
    if (real === undefined || !statSync(real).isDirectory()) return [];
    const names = this.#names(full, real);
    return names.flatMap((name) => {
      const entry = this.#resolve(join(full, name));
      return entry === undefined ? [] : [{ name, isFolder: statSync(entry).isDirectory() }];
    });
  }

  /** Every file below, as a path from this folder with `/`. */
  walk(path = ".", depth = 0): string[] {
    if (depth > deepest) {
      this.#refuse(join(this.path, path), "it is nested too deeply");
      return [];
    }
    const files: string[] = [];
    for (const { name, isFolder } of this.list(path)) {
      const inner = path === "." ? name : `${path}/${name}`;
      if (isFolder) files.push(...this.walk(inner, depth + 1));
      else files.push(inner);
      if (files.length <= mostFiles) continue;
      this.#refuse(join(this.path, path), `it holds more than ${mostFiles} files; the rest was left`);
      return files.slice(0, mostFiles);
    }
    return files;
  }

  #names(full: string, real: string): string[] {
    try {
      const names = readdirSync(real).sort();
      if (names.length > mostEntries)
        this.#refuse(full, `it holds more than ${mostEntries} entries; the rest was left`);
      return names.slice(0, mostEntries);
    } catch (error) {
      this.#refuse(full, `it cannot be read (${systemErrorCode(error) ?? "unknown error"})`);
      return [];
    }
  }

  #parse(path: string, format: { limit: number; parse: (text: string) => unknown; kind: string }): unknown {
    const text = this.readText(path, format.limit);
    if (text === undefined) return undefined;
    const value = format.parse(text);
    if (value === undefined && text.trim() !== "")
      this.#refuse(join(this.path, path), `it is not valid ${format.kind}`);
    return value;
  }

  /** Where it really is; undefined for what is missing, dangling, or outside. */
  #resolve(full: string): string | undefined {
    let real: string;
    try {
      real = realpathSync(full);
    } catch {
      return undefined;
    }
    if (isInside(this.#root, real)) return real;
    this.#refuse(full, "it is a link to a place outside");
    return undefined;
  }
}

function readText(path: string, limit: number, refuse: (reason: string) => undefined): string | undefined {
  // Without following: the path was resolved a moment ago.
  const { stat, bytes } = readPlainFile(path, { maxBytes: limit, follow: false });
  if (!stat.isFile()) return refuse("it is not a plain file");
  if (stat.size > limit) return refuse(`it is larger than ${limit / megabyte} MB`);
  return decode(bytes, refuse);
}

function decode(bytes: Uint8Array, refuse: (reason: string) => undefined): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse("it is not UTF-8 text");
  }
}
