import { dirname, join, relative } from "node:path";
import type { ConfigurationNotice, Mode } from "@roo-code/types";
import { type ParseCache, stampOf } from "../files/parse-cache.ts";
import { isRecord } from "../text/is-record.ts";
import type { ModesFile } from "./modes-file.ts";
import { isParsedModes, type ParsedMode } from "./parsed-mode.ts";

const maxPromptBytes = 100_000;

/** The good modes of one file, parsed anew only when it has changed. */
export async function readModes(source: ModesFile, cache: ParseCache): Promise<Mode[]> {
  const parsed = await parse(source, cache);
  return parsed.flatMap((mode) => withRole(source, mode) ?? []);
}

async function parse(source: ModesFile, cache: ParseCache): Promise<ParsedMode[]> {
  const { root, file } = source;
  const kept = cache.find(file.path);
  if (isRecord(kept) && isParsedModes(kept.modes) && areNotices(kept.notices)) {
    root.notices.push(...kept.notices);
    return kept.modes;
  }
  const stamp = stampOf(file.path);
  const noticesBefore = root.notices.length;
  const { parseModes } = await import("./parse-modes.ts");
  const modes = await parseModes(source);
  cache.keep(file.path, stamp, { modes, notices: root.notices.slice(noticesBefore) });
  return modes;
}

function areNotices(value: unknown): value is ConfigurationNotice[] {
  return Array.isArray(value) && value.every((notice) => isRecord(notice) && typeof notice.message === "string");
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
  for (const place of [folder, dirname(folder)]) {
    const found = root.find(join(place, promptFile));
    if (found?.kind === "file") return root.readWhole(found, maxPromptBytes)?.trim();
  }
  return undefined;
}
