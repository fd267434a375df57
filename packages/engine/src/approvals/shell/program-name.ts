import type { ShellWord } from "./shell-word.ts";

/** The program by its last name, whatever folder and quotes were written before it; undefined when it cannot be known. */
export function nameOf({ value }: ShellWord): string | undefined {
  return value?.slice(value.lastIndexOf("/") + 1);
}

/** The name as rules against it compare it: in small letters, and Windows' ending does not count. */
export function foldedName(word: ShellWord): string | undefined {
  return nameOf(word)
    ?.toLowerCase()
    .replace(/\.exe$/, "");
}

const systemFolder = /^\/(usr\/)?s?bin\/([^/]+)$/;

/**
 * The name by which a rule may allow it: written without quotes, and looked up by the shell or named in a folder of
 * the system. `./ls`, `\ls` and `l''s` are not `ls`.
 */
export function allowableName({ value, isPlain }: ShellWord): string | undefined {
  if (value === undefined || !isPlain) return undefined;
  if (!value.includes("/")) return value;
  return systemFolder.exec(value)?.[2];
}

/** A program by its whole path, in a folder of the system. */
export function isOfSystem(path: string): boolean {
  return /^\/(usr\/(local\/)?)?(s?bin|lib(32|64|x32)?|libexec)\/(?!.*\.\.(\/|$))/.test(path);
}
