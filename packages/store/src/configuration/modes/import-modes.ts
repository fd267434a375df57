import { rmSync } from "node:fs";
import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { dump } from "js-yaml";
import type { ConfigurationOrigin } from "../files/configuration-root.ts";
import type { ConfigurationPlaces } from "../files/configuration-roots.ts";
import type { ModeWithOrigin } from "../load-modes.ts";
import { type ExchangedMode, toRooEntry } from "./exchanged-mode.ts";
import { exchanged } from "./export-modes.ts";
import { modeFolders } from "./mode-folders.ts";
import { modeRulesFiles } from "./mode-rules-files.ts";
import { readExchange } from "./read-exchange.ts";
import { writeInside } from "./write-inside.ts";

export interface ImportModesOptions extends ConfigurationPlaces {
  /** What the file holds. */
  readonly text: string;
  /** Whether they become the project's modes or the person's. */
  readonly origin: ConfigurationOrigin;
  /** Those there are. */
  readonly modes: readonly ModeWithOrigin[];
  /** Whether a mode of the same slug, and its rules, may be replaced. */
  readonly replaces: boolean;
}

export interface ImportedMode {
  readonly slug: string;
  readonly done: "written" | "unchanged";
  /** Absolute. */
  readonly files: readonly string[];
}

/** Writes modes and their rules as files of their own. All of it is checked before any is written. Throws `RooError`. */
export async function importModes(options: ImportModesOptions): Promise<ImportedMode[]> {
  const found = await readExchange(options.text);
  const due = [];
  for (const mode of found) due.push({ mode, isNew: await isNew(mode, options) });
  const imported: ImportedMode[] = [];
  for (const { mode, isNew: isDue } of due) {
    const files = isDue ? await write(mode, options) : [];
    imported.push({ slug: mode.mode.slug, done: isDue ? "written" : "unchanged", files });
  }
  return imported;
}

/** False when the very same is there already. Throws when something else is. */
async function isNew(wanted: ExchangedMode, options: ImportModesOptions): Promise<boolean> {
  const { slug } = wanted.mode;
  const present = options.modes.find((mode) => mode.slug === slug && mode.origin === options.origin);
  const rules = modeRulesFiles(options, { slug, origin: options.origin });
  if (!present) {
    if (wanted.rulesFiles && rules.length > 0 && !options.replaces && !isSame(rules, wanted.rulesFiles)) {
      throw inTheWay(slug, `other rules of the mode ${slug} are there`);
    }
    return true;
  }
  const there = await exchanged(options, present);
  if (isSame(toRooEntry(there), toRooEntry({ ...wanted, rulesFiles: wanted.rulesFiles ?? there.rulesFiles })))
    return false;
  if (!options.replaces) throw inTheWay(slug, `another mode ${slug} is there (${present.source})`);
  if (present.source !== undefined && !isFileOfItsOwn(present.source, slug)) {
    throw new RooError({
      code: "mode_exists",
      message: `The mode ${slug} is in ${present.source}, beside others.`,
      next: "Remove it from there first. Nothing was written.",
    });
  }
  return true;
}

async function write(exchange: ExchangedMode, options: ImportModesOptions): Promise<string[]> {
  const { slug } = exchange.mode;
  const { root, modes, rules } = modeFolders(options, options.origin);
  const { slug: _slug, rulesFiles: _rules, ...entry } = toRooEntry(exchange);
  const modeFile = join(modes, `${slug}.yaml`);
  const files = (exchange.rulesFiles ?? []).map(({ relativePath, content }) => ({
    path: join(rules(slug), relativePath),
    content,
  }));
  if (exchange.rulesFiles && options.replaces) removeOthers(options, slug, new Set(files.map(({ path }) => path)));
  for (const { path, content } of files) await writeInside(root, path, content);
  // Last, so that a mode is never there without its rules.
  await writeInside(root, modeFile, dump(entry, { lineWidth: -1, noRefs: true }));
  if (options.replaces) rmSync(join(root, modes, `${slug}.yml`), { force: true });
  return [modeFile, ...files.map(({ path }) => path)].map((path) => join(root, path));
}

/** Rules that the new mode does not have. */
function removeOthers(options: ImportModesOptions, slug: string, kept: ReadonlySet<string>): void {
  const { root, rules } = modeFolders(options, options.origin);
  for (const { relativePath } of modeRulesFiles(options, { slug, origin: options.origin })) {
    const path = join(rules(slug), relativePath);
    if (!kept.has(path)) rmSync(join(root, path), { force: true });
  }
}

function isFileOfItsOwn(source: string, slug: string): boolean {
  return [`${slug}.yaml`, `${slug}.yml`].some((name) => source.endsWith(join("modes", name)));
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function inTheWay(slug: string, what: string): RooError {
  return new RooError({
    code: "mode_exists",
    message: `The mode ${slug} was not taken over: ${what}.`,
    next: "Use --replace to put the new one in its place. Nothing was written.",
  });
}
