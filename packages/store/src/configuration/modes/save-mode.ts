import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Mode, RooError } from "@roo-code/types";
import type { ConfigurationOrigin } from "../files/configuration-root.ts";
import type { ConfigurationFolders } from "../files/configuration-roots.ts";
import type { ModeWithOrigin } from "../load-modes.ts";
import { toRooEntry } from "./exchanged-mode.ts";
import { importModes } from "./import-modes.ts";
import { modeFolders } from "./mode-files.ts";

interface ModeTarget extends ConfigurationFolders {
  readonly origin: ConfigurationOrigin;
  /** The existing modes. */
  readonly modes: readonly ModeWithOrigin[];
}

/** Writes a custom mode; its rules stay unchanged. Throws `RooError` `invalid_mode`, `mode_exists`. */
export async function saveMode(mode: Mode, target: ModeTarget): Promise<void> {
  const entry = toRooEntry({ mode, others: {}, rulesFiles: undefined });
  await importModes({ ...target, text: JSON.stringify({ customModes: [entry] }), replaces: true });
}

/** Throws `RooError` `unknown_mode`, `builtin_mode`, and `mode_exists` if it is in a file with other modes. */
export function removeMode(slug: string, target: Omit<ModeTarget, "origin">): void {
  const mode = target.modes.find((candidate) => candidate.slug === slug);
  if (!mode) throw new RooError({ code: "unknown_mode", message: `There is no mode "${slug}".` });
  if (mode.origin === "builtin")
    throw new RooError({ code: "builtin_mode", message: `The mode ${slug} is built in and cannot be removed.` });
  const { root, modes } = modeFolders(target, mode.origin);
  const own = [`${slug}.yaml`, `${slug}.yml`].map((name) => join(root, modes, name));
  const file = own.find((path) => path === mode.source);
  if (file === undefined)
    throw new RooError({
      code: "mode_exists",
      message: `The mode ${slug} is in ${mode.source}, together with others.`,
      next: "Remove it there.",
    });
  rmSync(file, { force: true });
}
