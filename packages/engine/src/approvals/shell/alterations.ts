import type { Doubt } from "./command-facts.ts";
import type { ShellWord } from "./shell-word.ts";

/** Builtins that change which program a name runs. */
const replacing: ReadonlySet<string> = new Set(
  "alias source . enable hash bind complete compgen compopt fc".split(" "),
);
/** Builtins that change the meaning of later words. */
const altering: ReadonlySet<string> = new Set(
  "unalias shopt declare typeset local readonly export let getopts mapfile readarray unset history".split(" "),
);
/** Builtins that may do so, depending on their arguments. */
const setting: ReadonlySet<string> = new Set(["set", "read", "printf", "test", "["]);
const harmlessSettings = /^-([eux]+|[eux]*o)$/;
const harmlessOptions: ReadonlySet<string> = new Set(["errexit", "nounset", "pipefail", "xtrace"]);

/** How a builtin affects later commands; undefined if it does not. */
export function alterations(words: readonly ShellWord[]): Doubt | undefined {
  const name = words[0]?.value;
  if (name === undefined) return undefined;
  if (replacing.has(name)) return { what: `${name} changes which programs later commands run`, kind: "hidden" };
  const args = words.slice(1);
  const kind = args.some(mayEvaluate) ? "hidden" : name === "let" ? "calculated" : "open";
  if (altering.has(name)) {
    // A plain export is judged by the variable that it sets.
    if (name === "export" && kind === "open") return undefined;
    return { what: `${name} changes how the shell reads later words`, kind };
  }
  if (!setting.has(name)) return undefined;
  if (name === "set" && !args.every(isHarmlessSetting))
    return { what: "set changes how the shell works", kind: "open" };
  if (name === "read" && !args.every(isHarmlessName)) return { what: "read sets a variable", kind };
  if (name === "printf" && mayBeOption(args[0])) return { what: "printf may set a variable", kind };
  if ((name === "test" || name === "[") && !isTestKnown(args))
    return { what: "test may evaluate a variable name", kind: kind === "open" ? "calculated" : kind };
  return undefined;
}

/** The index of a name is evaluated, `a[$(ls)]`; `mapfile -C` runs its argument; some variables name programs. */
function mayEvaluate({ text, value, start }: ShellWord): boolean {
  const [name = ""] = (value ?? text).split("=");
  if (value === undefined && !/^\w+\+?=/.test(start)) return true;
  return /[[$`]/.test(name) || /^-[a-zA-Z]*C/.test(name) || isRunningVariable(name);
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

/** `-v` evaluates the index of a name. With up to three words, the position of an operator is fixed. */
function isTestKnown(args: readonly ShellWord[]): boolean {
  const words = args.at(-1)?.value === "]" ? args.slice(0, -1) : args;
  if (words.some(({ value }) => value === "-v" || value === "-R")) return false;
  if (words.every(({ value }) => value !== undefined)) return true;
  if (words.length > 3 || words.some(({ isSplit }) => isSplit)) return false;
  const operator = words[words.length - 2];
  return words.length > 1 && operator?.value !== undefined && operators.test(operator.value);
}

const setFromOutside = /^(https?_proxy|no_proxy|ftp_proxy|all_proxy|npm_config_.*|auto_resume|histchars)$/;

/** A name that neither the shell nor any program reads. */
export function isHarmlessVariable(name: string): boolean {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !setFromOutside.test(name) && name !== "_";
}

const runningVariable =
  /^(PATH|ENV|SHELL|SHELLOPTS|BASHOPTS|PS\d|PROMPT_COMMAND|FPATH|ZDOTDIR|HOME|EDITOR|VISUAL|BROWSER|CC|CXX|LD|AR|AS|MAKE|MAKEFILES|MAKEFLAGS|RUSTC|GOFLAGS|TAR_OPTIONS|EXINIT|VIMINIT|RSYNC_RSH|LESSOPEN|LESSCLOSE|(LD|DYLD|BASH|GIT|SSH|SUDO|CARGO|NPM|XDG|PERL5?|PYTHON|RUBY|NODE|LUA|JAVA|JDK|_JAVA|PIP|UV|RUSTUP|GRADLE|MAVEN|MVN)_?[A-Z0-9_]*|\w*(PAGER|EDITOR|_COMMAND|_CMD|_WRAPPER|_OPTIONS|_OPTS|ASKPASS|_RSH|RUNNER|LAUNCHER|_CONFIG|_CONFIG_PATH|_CONFIG_FILE|_CONFIG_DIR)|npm_config_\w+|[A-Z]+OPT|[A-Z]+FLAGS|[A-Z0-9]+LIB|[A-Z]+PATH)$/;

/** A variable that holds the name of a program, or code to run. */
export function isRunningVariable(name: string): boolean {
  return runningVariable.test(name);
}
