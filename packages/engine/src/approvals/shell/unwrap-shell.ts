import type { ShellWord } from "./shell-word.ts";

/** A wrapped command: words, or a script to be parsed. */
export type Inner = readonly ShellWord[] | string;

export interface Unwrapped {
  readonly wrapper: "through" | "opaque";
  readonly inner: readonly Inner[];
  readonly isInnerFixed: boolean;
  readonly doubts: readonly string[];
  readonly assignments: readonly { readonly name: string; readonly text: string }[];
}

/** Needs approval itself, and runs no known command. */
export const opaque: Unwrapped = { wrapper: "opaque", inner: [], isInnerFixed: true, doubts: [], assignments: [] };

/** Shells with a syntax close to that of bash. */
export const shells: ReadonlySet<string> = new Set(
  "sh bash rbash dash ash zsh rzsh ksh ksh93 rksh mksh lksh oksh yash posh".split(" "),
);

const takesValue = new Set(["-o", "+o", "-O", "+O", "--rcfile", "--init-file"]);

/** What a shell runs: the script in its arguments or its input. For script files see `whyHidden`. */
export function unwrapShell(
  first: ShellWord,
  args: readonly ShellWord[],
  input: string | undefined,
): Unwrapped | undefined {
  let index = 0;
  let hasScript = false;
  let readsInput = false;
  for (; index < args.length; index += 1) {
    const value = args[index]?.value;
    if (value === undefined || !/^[-+]./.test(value)) break;
    if (value === "--") {
      index += 1;
      break;
    }
    if (/^-[a-z]*c/i.test(value)) hasScript = true;
    if (/^-[a-z]*s/i.test(value)) readsInput = true;
    if (takesValue.has(value)) index += 1;
  }
  const script = args[index];
  if (hasScript) {
    if (script?.value === undefined) return { ...opaque, doubts: [`it is unknown what ${first.text} runs`] };
    const isThrough = first.isPlain && /^(ba)?sh$/.test(first.text) && args[0]?.text === "-c" && index === 1;
    return { ...opaque, wrapper: isThrough ? "through" : "opaque", inner: [script.value] };
  }
  if (script !== undefined && script.value !== "-" && !readsInput) return undefined;
  if (input !== undefined) return { ...opaque, inner: [input], isInnerFixed: false };
  return { ...opaque, isInnerFixed: false, doubts: [`${first.text} runs its input`] };
}
