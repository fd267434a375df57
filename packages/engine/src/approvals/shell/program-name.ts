import type { ShellWord } from "./shell-word.ts";

/** The base name of a program; undefined if unknown. */
export function nameOf({ value }: ShellWord): string | undefined {
  return value?.slice(value.lastIndexOf("/") + 1);
}

/** The base name as deny and ask rules compare it: in lower case, without `.exe`. */
export function foldedName(word: ShellWord): string | undefined {
  return nameOf(word)
    ?.toLowerCase()
    .replace(/\.exe$/, "");
}

const systemFolder = /^\/(usr\/)?s?bin\/([^/]+)$/;

/**
 * The name by which an allow rule may cover it: written without quotes, and looked up on the PATH or in a system
 * folder. `./ls`, `\ls` and `l''s` are not `ls`.
 */
export function allowableName({ value, isPlain }: ShellWord): string | undefined {
  if (value === undefined || !isPlain) return undefined;
  if (!value.includes("/")) return value;
  return systemFolder.exec(value)?.[2];
}

/** Whether an absolute path is in a system folder. */
export function isSystemPath(path: string): boolean {
  return /^\/(usr\/(local\/)?)?(s?bin|lib(32|64|x32)?|libexec)\/(?!.*\.\.(\/|$))/.test(path);
}
