import type { ShellWord } from "./shell-word.ts";

/** What a wrapper runs: words, or a text that is parsed again. */
export type Inner = readonly ShellWord[] | string;

export interface Unwrapped {
  readonly wrapper: "through" | "opaque";
  readonly inner: readonly Inner[];
  readonly isInnerFixed: boolean;
  readonly doubts: readonly string[];
  readonly assignments: readonly { readonly name: string; readonly text: string }[];
}

/** Needs leave of its own, and runs nothing that is known. */
export const opaque: Unwrapped = { wrapper: "opaque", inner: [], isInnerFixed: true, doubts: [], assignments: [] };

/** They read a text as bash does, or nearly so. */
export const shells: ReadonlySet<string> = new Set(
  "sh bash rbash dash ash zsh rzsh ksh ksh93 rksh mksh lksh oksh yash posh".split(" "),
);

const takesValue = new Set(["-o", "+o", "-O", "+O", "--rcfile", "--init-file"]);

/** What a shell runs: its text, or what it reads. A script in a file is not looked into, see `whyHidden`. */
export function unwrapShell(
  first: ShellWord,
  args: readonly ShellWord[],
  input: string | undefined,
): Unwrapped | undefined {
  let index = 0;
  let isText = false;
  let isRead = false;
  for (; index < args.length; index += 1) {
    const value = args[index]?.value;
    if (value === undefined || !/^[-+]./.test(value)) break;
    if (value === "--") {
      index += 1;
      break;
    }
    if (/^-[a-z]*c/i.test(value)) isText = true;
    if (/^-[a-z]*s/i.test(value)) isRead = true;
    if (takesValue.has(value)) index += 1;
  }
  const script = args[index];
  if (isText) {
    if (script?.value === undefined) return { ...opaque, doubts: [`it cannot be told what ${first.text} runs`] };
    const isThrough = first.isPlain && /^(ba)?sh$/.test(first.text) && args[0]?.text === "-c" && index === 1;
    return { ...opaque, wrapper: isThrough ? "through" : "opaque", inner: [script.value] };
  }
  if (script !== undefined && script.value !== "-" && !isRead) return undefined;
  if (input !== undefined) return { ...opaque, inner: [input], isInnerFixed: false };
  return { ...opaque, isInnerFixed: false, doubts: [`${first.text} runs what it reads`] };
}
