import type { ShellWord } from "./shell-word.ts";
import type { Wrapper } from "./wrappers.ts";

type RestWrapper = Extract<Wrapper, { runs: "rest" }>;

interface OwnOptions {
  /** Index of the first word that is not the wrapper's own. */
  readonly index: number;
  /** Only options that do not affect the wrapped command. */
  readonly isPlain: boolean;
  /** One of them is known only at run time. */
  readonly isUnknown: boolean;
  readonly assignments: readonly { readonly name: string; readonly text: string }[];
}

/** Skips the wrapper's own options. */
export function skipOptions(wrapper: RestWrapper, args: readonly ShellWord[]): OwnOptions {
  const assignments: { name: string; text: string }[] = [];
  let isPlain = true;
  let index = 0;
  for (; index < args.length; index += 1) {
    const value = args[index]?.value;
    if (value === undefined) return { index, isPlain, isUnknown: true, assignments };
    const set = wrapper.assigns ? /^(\w+)=/.exec(value)?.[1] : undefined;
    if (set !== undefined) {
      assignments.push({ name: set, text: value });
      continue;
    }
    if (value === "--") return { index: index + 1, isPlain, isUnknown: false, assignments };
    if (!/^-./.test(value) && !(value === "-" && wrapper.assigns)) break;
    isPlain &&= wrapper.harmless?.some((option) => value === option || value.startsWith(`${option}=`)) ?? false;
    if (takesNext(value, wrapper.valued ?? [])) index += 1;
  }
  return { index, isPlain, isUnknown: false, assignments };
}

/** `-u root`, `-nu root` and `--user root`, but not `-uroot` and `--user=root`. */
function takesNext(value: string, valued: readonly string[]): boolean {
  if (value.startsWith("--")) return !value.includes("=") && valued.some((option) => isAbbreviation(value, option));
  if (valued.includes(value)) return true;
  const letters = value.slice(1).split("");
  const first = letters.findIndex((letter) => valued.includes(`-${letter}`));
  return first >= 0 && first === letters.length - 1;
}

function isAbbreviation(value: string, option: string): boolean {
  return value.length > 3 && option.startsWith(value);
}

/**
 * Shell scripts given as option values, in any position: `-c x`, `-qc x`, `-cx`, `--command x`, `--comm=x`. Null for one
 * that is known only at run time.
 */
export function scriptsOf(options: readonly string[], args: readonly ShellWord[]): readonly (string | null)[] {
  return args.flatMap((word, index): (string | null)[] => {
    const text = word.value ?? word.start;
    if (!text.startsWith("-")) return [];
    const attached = options.flatMap((option) => attachedTo(option, text)).at(0);
    if (attached === undefined) return [];
    if (attached !== "") return [word.value === undefined ? null : attached];
    if (word.value === undefined) return [null];
    const next = args[index + 1];
    return next ? [next.value ?? null] : [];
  });
}

/** The value attached to the option; empty if the next word is its value. */
function attachedTo(option: string, text: string): string[] {
  if (option.startsWith("--")) {
    const [name = "", ...value] = text.split("=");
    return isAbbreviation(name, option) || name === option ? [value.join("=")] : [];
  }
  if (!/^-[^-]/.test(text)) return [];
  const at = text.indexOf(option.slice(1), 1);
  return at > 0 && /^-[A-Za-z]*$/.test(text.slice(0, at)) ? [text.slice(at + 1)] : [];
}
