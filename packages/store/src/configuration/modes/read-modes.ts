import { dirname, join, relative } from "node:path";
import type { Mode } from "@roo-code/types";
import type { ConfigurationEntry, ConfigurationRoot } from "../files/configuration-root.ts";

const maxPromptBytes = 100_000;

/** The valid modes of one file. */
export async function readModes(source: ModesFile): Promise<Mode[]> {
  const { parseModes } = await import("./parse-modes.ts");
  const parsed = await parseModes(source);
  return parsed.flatMap((mode) => withRole(source, mode) ?? []);
}

function withRole({ root, file }: ModesFile, parsed: ParsedMode): Mode | undefined {
  const { promptFile, roleDefinition, ...mode } = parsed;
  const role = roleDefinition ?? (promptFile === undefined ? undefined : readPrompt({ root, file }, promptFile));
  if (role) return { ...mode, roleDefinition: role };
  return root.report("invalid_value", file.path, `mode ${mode.slug} is not used: its promptFile has no text.`);
}

/** Looked for beside the file that names it, then one folder up: `.roo/prompts/x.md` for `.roo/modes/x.yaml`. */
function readPrompt({ root, file }: ModesFile, promptFile: string): string | undefined {
  const folder = relative(root.path, dirname(file.path));
  for (const candidate of [folder, dirname(folder)]) {
    const found = root.find(join(candidate, promptFile));
    if (found?.kind === "file") return root.readWhole(found, maxPromptBytes)?.trim();
  }
  return undefined;
}

/** A file with modes. */
export interface ModesFile {
  readonly root: ConfigurationRoot;
  readonly file: ConfigurationEntry;
  /** The slug of a single-mode file, unless the file has its own. */
  readonly fileSlug?: string;
}

/** A mode as in its file: with its role, or with the name of the file that contains it. */
export type ParsedMode = Omit<Mode, "roleDefinition"> & { roleDefinition?: string; promptFile?: string };
