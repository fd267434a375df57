import type { ShellWord } from "./shell-word.ts";

/** Builtins after which words may mean something else than before. */
const altering: ReadonlySet<string> = new Set(
  "alias unalias source . enable hash shopt declare typeset local readonly let getopts mapfile readarray unset bind complete compopt fc history".split(
    " ",
  ),
);
/** Builtins that may do so, by their words. */
const setting: ReadonlySet<string> = new Set(["set", "read", "printf", "test", "["]);
const harmlessSettings = /^-([eux]+|[eux]*o)$/;
const harmlessOptions: ReadonlySet<string> = new Set(["errexit", "nounset", "pipefail", "xtrace"]);

/** How a builtin changes the shell for what comes after; undefined when it does not. */
export function alterations(words: readonly ShellWord[]): string | undefined {
  const called = words[0]?.value;
  if (called === undefined) return undefined;
  if (altering.has(called)) return `${called} changes what words mean to the shell`;
  if (!setting.has(called)) return undefined;
  const args = words.slice(1);
  if (called === "set" && !args.every(isHarmlessSetting)) return "set changes how the shell works";
  if (called === "read" && !args.every(isHarmlessName)) return "read sets a variable";
  if (called === "printf" && mayBeOption(args[0])) return "printf may set a variable";
  if ((called === "test" || called === "[") && !isTestKnown(args)) return "test may evaluate the name of a variable";
  return undefined;
}

function mayBeOption(word: ShellWord | undefined): boolean {
  if (word === undefined) return false;
  return word.value === undefined ? /^-?$/.test(word.start) : word.value.startsWith("-v");
}

function isHarmlessSetting({ value }: ShellWord): boolean {
  return value !== undefined && (harmlessSettings.test(value) || harmlessOptions.has(value));
}

function isHarmlessName({ value }: ShellWord): boolean {
  return value !== undefined && (/^-[rs]+$/.test(value) || isHarmlessVariable(value));
}

const operators = /^(-[a-uw-zA-QS-Z]|=|==|!=)$/;

/** `-v` evaluates the index in a name. With up to three words it is fixed where an operator can be. */
function isTestKnown(args: readonly ShellWord[]): boolean {
  const words = args.at(-1)?.value === "]" ? args.slice(0, -1) : args;
  if (words.some(({ value }) => value === "-v" || value === "-R")) return false;
  if (words.every(({ value }) => value !== undefined)) return true;
  if (words.length > 3 || words.some(({ isSplit }) => isSplit)) return false;
  const operator = words[words.length - 2];
  return words.length > 1 && operator?.value !== undefined && operators.test(operator.value);
}

const setFromOutside = /^(https?_proxy|no_proxy|ftp_proxy|all_proxy|npm_config_.*|auto_resume|histchars)$/;

/** A name that neither the shell nor any program looks at. */
export function isHarmlessVariable(name: string): boolean {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !setFromOutside.test(name) && name !== "_";
}
