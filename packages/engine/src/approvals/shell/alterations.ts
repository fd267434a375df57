import type { Doubt } from "./command-facts.ts";
import type { ShellWord } from "./shell-word.ts";

/** Builtins after which a word may run something else than it says. */
const replacing: ReadonlySet<string> = new Set(
  "alias source . enable hash bind complete compgen compopt fc".split(" "),
);
/** Builtins after which words may mean something else than before. */
const altering: ReadonlySet<string> = new Set(
  "unalias shopt declare typeset local readonly export let getopts mapfile readarray unset history".split(" "),
);
/** Builtins that may do so, by their words. */
const setting: ReadonlySet<string> = new Set(["set", "read", "printf", "test", "["]);
const harmlessSettings = /^-([eux]+|[eux]*o)$/;
const harmlessOptions: ReadonlySet<string> = new Set(["errexit", "nounset", "pipefail", "xtrace"]);

/** How a builtin changes the shell for what comes after; undefined when it does not. */
export function alterations(words: readonly ShellWord[]): Doubt | undefined {
  const called = words[0]?.value;
  if (called === undefined) return undefined;
  if (replacing.has(called)) return { what: `${called} changes what words run`, kind: "hidden" };
  const args = words.slice(1);
  const kind = args.some(mayEvaluate) ? "hidden" : called === "let" ? "calculated" : "open";
  if (altering.has(called)) {
    // A plain export is judged as the variable that it sets.
    if (called === "export" && kind === "open") return undefined;
    return { what: `${called} changes what words mean to the shell`, kind };
  }
  if (!setting.has(called)) return undefined;
  if (called === "set" && !args.every(isHarmlessSetting))
    return { what: "set changes how the shell works", kind: "open" };
  if (called === "read" && !args.every(isHarmlessName)) return { what: "read sets a variable", kind };
  if (called === "printf" && mayBeOption(args[0])) return { what: "printf may set a variable", kind };
  if ((called === "test" || called === "[") && !isTestKnown(args))
    return { what: "test may evaluate the name of a variable", kind: kind === "open" ? "calculated" : kind };
  return undefined;
}

/** A name with an index is evaluated, `a[$(ls)]`; `mapfile -C` runs its word; some variables name programs. */
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

const runningVariable =
  /^(PATH|ENV|SHELL|SHELLOPTS|BASHOPTS|PS\d|PROMPT_COMMAND|FPATH|ZDOTDIR|HOME|EDITOR|VISUAL|BROWSER|CC|CXX|LD|AR|AS|MAKE|MAKEFILES|MAKEFLAGS|RUSTC|GOFLAGS|TAR_OPTIONS|EXINIT|VIMINIT|RSYNC_RSH|LESSOPEN|LESSCLOSE|(LD|DYLD|BASH|GIT|SSH|SUDO|CARGO|NPM|XDG|PERL5?|PYTHON|RUBY|NODE|LUA|JAVA|JDK|_JAVA|PIP|UV|RUSTUP|GRADLE|MAVEN|MVN)_?[A-Z0-9_]*|\w*(PAGER|EDITOR|_COMMAND|_CMD|_WRAPPER|_OPTIONS|_OPTS|ASKPASS|_RSH|RUNNER|LAUNCHER|_CONFIG|_CONFIG_PATH|_CONFIG_FILE|_CONFIG_DIR)|npm_config_\w+|[A-Z]+OPT|[A-Z]+FLAGS|[A-Z0-9]+LIB|[A-Z]+PATH)$/;

/** A variable that names programs, or code that the shell or a program runs. */
export function isRunningVariable(name: string): boolean {
  return runningVariable.test(name);
}
