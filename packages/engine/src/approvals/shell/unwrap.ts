import { foldedName, nameOf } from "./program-name.ts";
import { type ShellWord, unknownWord } from "./shell-word.ts";
import { scriptsOf, skipOptions } from "./unwrap-options.ts";
import { type Inner, opaque, shells, type Unwrapped, unwrapShell } from "./unwrap-shell.ts";
import { findWrapper, type Wrapper } from "./wrappers.ts";

/** The commands that a command runs, according to its words; undefined if it runs no known ones. `input`: the text it reads. */
export function unwrap(words: readonly ShellWord[], input: string | undefined): Unwrapped | undefined {
  const [first] = words;
  const name = first && foldedName(first);
  if (first === undefined || name === undefined) return undefined;
  if (shells.has(name)) return unwrapShell(first, words.slice(1), input);
  const wrapper = findWrapper(name);
  return wrapper && unwrapOne(wrapper, { first, name, args: words.slice(1) });
}

interface Call {
  readonly first: ShellWord;
  readonly name: string;
  readonly args: readonly ShellWord[];
}

function unwrapOne(wrapper: Wrapper, { first, name, args }: Call): Unwrapped | undefined {
  switch (wrapper.runs) {
    case "rest":
      return unwrapRest(wrapper, { first, name, args });
    case "text":
      return fromText(name, withoutDashes(args));
    case "trap":
      return unwrapTrap(name, withoutDashes(args));
    case "actions":
      return unwrapActions(wrapper.actions, { first, name, args });
  }
}

function withoutDashes(args: readonly ShellWord[]): readonly ShellWord[] {
  return args[0]?.value === "--" ? args.slice(1) : args;
}

const unknownCommand = (name: string) => [`it is unknown what ${name} runs`];

function fromText(name: string, args: readonly ShellWord[]): Unwrapped {
  const values = args.map((word) => word.value);
  const isKnown = values.every((value) => value !== undefined);
  return isKnown
    ? { ...opaque, inner: values.length > 0 ? [values.join(" ")] : [] }
    : { ...opaque, doubts: unknownCommand(name) };
}

function unwrapTrap(name: string, args: readonly ShellWord[]): Unwrapped {
  const action = args[0]?.value;
  return args.length < 2 || action === "-" || action === "" ? opaque : fromText(name, args.slice(0, 1));
}

function unwrapRest(wrapper: Wrapper & { runs: "rest" }, { first, name, args }: Call): Unwrapped | undefined {
  const { index, isPlain, isUnknown, assignments } = skipOptions(wrapper, args);
  const scripts = scriptsOf(wrapper.scripts ?? [], args);
  // `env -S` has its own escapes.
  const isEscaped = wrapper.assigns && scripts.some((text) => text?.includes("\\"));
  if (isUnknown || isEscaped || scripts.includes(null)) return { ...opaque, assignments, doubts: unknownCommand(name) };
  if (name === "command" && args.slice(0, index).some(({ value }) => /^-p?[vV]/.test(value ?? ""))) return undefined;
  const rest = args.slice(index + (wrapper.operands ?? 0));
  const isThrough = wrapper.isThrough === true && isPlain && first.isPlain && first.text === name;
  // `env -S` splits its text into words for env itself.
  const scriptTexts = scripts.flatMap((text) => (text === null ? [] : wrapper.assigns ? `env ${text}` : text));
  const texts = [...scriptTexts, ...textsOf(rest, wrapper)];
  const added = wrapper.addsWords ? [unknownWord("…")] : [];
  const words = rest.length > 0 ? [...rest, ...added] : [];
  const placeholder = wrapper.addsWords ? placeholderOf(args.slice(0, index)) : undefined;
  const inner: Inner[] = [...texts, ...(words.length > 0 ? [words, ...withPlaceholder(words, placeholder)] : [])];
  return {
    ...opaque,
    wrapper: isThrough && inner.length > 0 ? "through" : "opaque",
    inner,
    isInnerFixed: !wrapper.addsWords,
    assignments,
  };
}

/** `watch "ls -l"`: some pass one word to a shell, some all words joined. */
function textsOf(words: readonly ShellWord[], { isJoined, addsWords }: Wrapper & { runs: "rest" }): readonly string[] {
  if (!isJoined && !addsWords && words.length > 1) return [];
  const texts = words.flatMap(({ value }) => (value !== undefined && /\s/.test(value) ? [value] : []));
  if (!isJoined || words.length < 2 || words[0]?.value === undefined) return texts;
  return [...texts, words.map(({ value, text }) => value ?? text).join(" ")];
}

/** The placeholder of `xargs -I%`. */
function placeholderOf(options: readonly ShellWord[]): string | undefined {
  for (const [index, { value = "" }] of options.entries()) {
    if (value === "-I") return options[index + 1]?.value ?? "{}";
    const placeholder = /^(?:-[0rtpxo]*[Ii]|--replace=?)(.*)$/s.exec(value)?.[1];
    if (placeholder !== undefined) return placeholder || "{}";
  }
  return undefined;
}

/** The same command with unknown words in place of the placeholder, if it runs its arguments. */
function withPlaceholder(words: readonly ShellWord[], placeholder: string | undefined): readonly Inner[] {
  if (placeholder === undefined || !words.some(({ value }) => value?.includes(placeholder))) return [];
  const [first] = words;
  const name = first && nameOf(first);
  const isRunner =
    name === undefined || name.includes(placeholder) || shells.has(name) || findWrapper(name) !== undefined;
  if (!isRunner) return [];
  return [words.map((word) => (word.value?.includes(placeholder) ? unknownWord(word.text) : word))];
}

function unwrapActions(actions: readonly string[], { name, args }: Call): Unwrapped {
  const unknown = args.filter(({ value }) => value === undefined);
  const isOpen = unknown.length > 1 || unknown.some(mayBeAction);
  const inner = args.flatMap((word, index): Inner[] => {
    const { value } = word;
    const action = actions.find((option) => value === option || value?.startsWith(`${option}=`));
    if (value === undefined || action === undefined) return [];
    const attached = value.length > action.length ? [value.slice(action.length + 1)] : [];
    const rest = args.slice(index + 1);
    const end = rest.findIndex((other) => other.value === ";" || other.value === "+");
    const words = end < 0 ? rest : rest.slice(0, end);
    if (words.length === 0) return attached;
    const all = [...words, unknownWord("…")];
    return [...attached, all, ...withPlaceholder(all, "{}")];
  });
  return { ...opaque, inner, doubts: isOpen ? [`${name} may get arguments that make it run something`] : [] };
}

/** A variable that is split, or file names that may begin with a dash. */
function mayBeAction({ isSplit, text, start }: ShellWord): boolean {
  return (isSplit || /[*?[]/.test(text)) && !/^[^-]/.test(start);
}
