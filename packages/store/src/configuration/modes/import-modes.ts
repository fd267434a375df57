import { rmSync } from "node:fs";
import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { dump } from "js-yaml";
import type { ConfigurationOrigin } from "../files/configuration-root.ts";
import type { ConfigurationFolders } from "../files/configuration-roots.ts";
import type { ModeWithOrigin } from "../load-modes.ts";
import { type ExchangedMode, readExchange, toRooEntry } from "./exchanged-mode.ts";
import { toExchangedMode } from "./export-modes.ts";
import { modeFolders, modeRulesFiles, writeInside } from "./mode-files.ts";

export interface ImportModesOptions extends ConfigurationFolders {
  /** The content of the file. */
  readonly text: string;
  /** Whether they become the project's modes or the user's. */
  readonly origin: ConfigurationOrigin;
  /** The existing modes. */
  readonly modes: readonly ModeWithOrigin[];
  /** Whether a mode with the same slug, and its rules, may be replaced. */
  readonly replaces: boolean;
}

export interface ImportedMode {
  readonly slug: string;
  readonly done: "written" | "unchanged";
  /** Absolute. */
  readonly files: readonly string[];
}

/** Writes modes and their rules, one file each. Everything is checked before anything is written. Throws `RooError`. */
export async function importModes(options: ImportModesOptions): Promise<ImportedMode[]> {
  const found = await readExchange(options.text);
  const toWrite = new Set<ExchangedMode>();
  for (const exchange of found) if (await isNew(exchange, options)) toWrite.add(exchange);
  const imported: ImportedMode[] = [];
  for (const exchange of found) {
    const files = toWrite.has(exchange) ? await write(exchange, options) : [];
    imported.push({ slug: exchange.mode.slug, done: toWrite.has(exchange) ? "written" : "unchanged", files });
  }
  return imported;
}

/** False if the identical mode exists already. Throws if a different one does. */
async function isNew(imported: ExchangedMode, options: ImportModesOptions): Promise<boolean> {
  const { slug } = imported.mode;
  const present = options.modes.find((mode) => mode.slug === slug && mode.origin === options.origin);
  const rules = modeRulesFiles(options, { slug, origin: options.origin });
  if (!present) {
    if (imported.rulesFiles && rules.length > 0 && !options.replaces && !isSame(rules, imported.rulesFiles)) {
      throw modeExists(slug, `other rules for it exist`);
    }
    return true;
  }
  const existing = await toExchangedMode(options, present);
  if (isSame(toRooEntry(existing), toRooEntry({ ...imported, rulesFiles: imported.rulesFiles ?? existing.rulesFiles })))
    return false;
  if (!options.replaces) throw modeExists(slug, `another mode ${slug} exists (${present.source})`);
  if (present.source !== undefined && !isSingleModeFile(present.source, slug)) {
    throw new RooError({
      code: "mode_exists",
      message: `The mode ${slug} is in ${present.source}, together with others.`,
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
  if (exchange.rulesFiles && options.replaces) removeOtherRules(options, slug, new Set(files.map(({ path }) => path)));
  for (const { path, content } of files) await writeInside(root, path, content);
  // Last, so that a mode never exists without its rules.
  await writeInside(root, modeFile, dump(entry, { lineWidth: -1, noRefs: true }));
  if (options.replaces) rmSync(join(root, modes, `${slug}.yml`), { force: true });
  return [modeFile, ...files.map(({ path }) => path)].map((path) => join(root, path));
}

/** Removes rules that the new mode does not have. */
function removeOtherRules(options: ImportModesOptions, slug: string, kept: ReadonlySet<string>): void {
  const { root, rules } = modeFolders(options, options.origin);
  for (const { relativePath } of modeRulesFiles(options, { slug, origin: options.origin })) {
    const path = join(rules(slug), relativePath);
    if (!kept.has(path)) rmSync(join(root, path), { force: true });
  }
}

function isSingleModeFile(source: string, slug: string): boolean {
  return [`${slug}.yaml`, `${slug}.yml`].some((name) => source.endsWith(join("modes", name)));
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function modeExists(slug: string, reason: string): RooError {
  return new RooError({
    code: "mode_exists",
    message: `The mode ${slug} was not imported: ${reason}.`,
    next: "Use --replace to replace it. Nothing was written.",
  });
}
