import { readdirSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { readPlainFile } from "../../files/read-text-file.ts";
import { isInside } from "../../files/real-path.ts";
import type { ImportOptions } from "../import-source.ts";
import { isRecord, type Plain } from "../plain-value.ts";
import { parseJson, parseJsonc, parseToml, parseYaml } from "./parse-data.ts";

const megabyte = 1024 * 1024;
/** For settings, rules and commands. */
const settingsLimit = 5 * megabyte;
export const conversationLimit = 50 * megabyte;
const maxEntries = 20_000;
const maxFiles = 2_000;
const maxDepth = 8;

interface SourceEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Called for every file that exists but was not read, with the reason. */
export type Refuse = (path: string, reason: string) => undefined;

/**
 * A folder of another tool, read-only. Symlinks out of it are not followed, only regular files up to a limit are read.
 * Missing files are undefined; refused ones are also reported.
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

  /** undefined if there is no such folder. The folder itself may be a symlink. */
  static open(path: string, refuse: Refuse): SourceFolder | undefined {
    try {
      const root = realpathSync(path);
      return statSync(root).isDirectory() ? new SourceFolder(path, root, refuse) : undefined;
    } catch {
      return undefined;
    }
  }

  /** A subfolder; symlinks out of it are refused as well. */
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

  /** The objects of a JSON Lines file, and the number of other lines. A torn last line is ignored. */
  readJsonLines(path: string): { lines: Plain[]; broken: number } | undefined {
    const text = this.readText(path, conversationLimit);
    if (text === undefined) return undefined;
    const texts = text.split("\n").filter((line) => line.trim() !== "");
    const values = texts.map((line) => parseJson(line));
    const lines = values.filter(isRecord);
    const isTorn = values.length > 0 && values.at(-1) === undefined && !text.endsWith("\n");
    return { lines, broken: values.length - lines.length - (isTorn ? 1 : 0) };
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
    if (depth > maxDepth) {
      this.#refuse(join(this.path, path), "it is nested too deeply");
      return [];
    }
    const files: string[] = [];
    for (const { name, isFolder } of this.list(path)) {
      const inner = path === "." ? name : `${path}/${name}`;
      if (isFolder) files.push(...this.walk(inner, depth + 1));
      else files.push(inner);
      if (files.length <= maxFiles) continue;
      this.#refuse(join(this.path, path), `it contains more than ${maxFiles} files; the rest is ignored`);
      return files.slice(0, maxFiles);
    }
    return files;
  }

  #names(full: string, real: string): string[] {
    try {
      const names = readdirSync(real).sort();
      if (names.length > maxEntries)
        this.#refuse(full, `it contains more than ${maxEntries} entries; the rest is ignored`);
      return names.slice(0, maxEntries);
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

  /** The real path; undefined if it is missing, dangling, or outside. */
  #resolve(full: string): string | undefined {
    let real: string;
    try {
      real = realpathSync(full);
    } catch {
      return undefined;
    }
    if (isInside(this.#root, real)) return real;
    this.#refuse(full, "it is a symlink to the outside");
    return undefined;
  }
}

function readText(path: string, limit: number, refuse: (reason: string) => undefined): string | undefined {
  // Without following symlinks: the path was just resolved.
  const { stat, bytes } = readPlainFile(path, { maxBytes: limit, follow: false });
  if (!stat.isFile()) return refuse("it is not a regular file");
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

/** The project; undefined if it is the home folder, whose settings are the user's own. */
export function openProject({ homeFolder, workspace }: ImportOptions, refuse: Refuse): SourceFolder | undefined {
  return resolve(workspace) === resolve(homeFolder) ? undefined : SourceFolder.open(workspace, refuse);
}
