import { nameOf } from "./program-name.ts";
import { type ShellWord, unknownWord } from "./shell-word.ts";
import { shells, type Wrapper, wrappers } from "./wrappers.ts";

/** What a wrapper runs: words, or a text that is parsed again. */
export type Inner = readonly ShellWord[] | string;

export interface Unwrapped {
  readonly wrapper: "through" | "opaque";
  readonly inner: readonly Inner[];
  readonly isInnerFixed: boolean;
  readonly doubts: readonly string[];
  readonly assignments: readonly { readonly name: string; readonly text: string }[];
}

const opaque: Unwrapped = { wrapper: "opaque", inner: [], isInnerFixed: true, doubts: [], assignments: [] };

/** The commands that a command runs, by its words; undefined when it runs none that could be told. `input` is the text it reads. */
export function unwrap(words: readonly ShellWord[], input: string | undefined): Unwrapped | undefined {
  const [first] = words;
  const name = first && nameOf(first);
  if (first === undefined || name === undefined) return undefined;
  if (shells.has(name)) return unwrapShell(first, words.slice(1), input);
  const wrapper = wrappers.get(name);
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
      return fromText(name, args);
    case "trap":
      return args.length < 2 || args[0]?.value === "-" || args[0]?.value === ""
        ? opaque
        : fromText(name, args.slice(0, 1));
    case "actions":
      return { ...opaque, inner: actionsOf(args, wrapper.actions) };
  }
}

function fromText(name: string, args: readonly ShellWord[]): Unwrapped {
  const values = args.map((word) => word.value);
  const isKnown = values.every((value) => value !== undefined);
  return isKnown
    ? { ...opaque, inner: values.length > 0 ? [values.join(" ")] : [] }
    : { ...opaque, doubts: [`it cannot be told what ${name} runs`] };
}

function unwrapRest(wrapper: Wrapper & { runs: "rest" }, { first, name, args }: Call): Unwrapped | undefined {
  const { index, isPlain, script, isUnknown, assignments } = skipOptions(wrapper, args);
  if (isUnknown) return { ...opaque, assignments, doubts: [`it cannot be told what ${name} runs`] };
  const rest = args.slice(index + (wrapper.operands ?? 0));
  if (name === "command" && args.some(({ value }) => value === "-v" || value === "-V")) return undefined;
  const isThrough = wrapper.isThrough === true && isPlain && first.isPlain && first.text === name;
  const [only] = rest.map(({ value }) => value);
  // `watch "ls -l"`: some hand a single word to a shell.
  const text = script ?? (rest.length === 1 && only !== undefined && /\s/.test(only) ? only : undefined);
  const added = wrapper.addsWords ? [unknownWord("…")] : [];
  const inner: Inner[] = [...(text === undefined ? [] : [text]), ...(rest.length > 0 ? [[...rest, ...added]] : [])];
  return {
    ...opaque,
    wrapper: isThrough && inner.length > 0 ? "through" : "opaque",
    inner,
    isInnerFixed: !wrapper.addsWords,
    assignments,
  };
}

/** Up to the first word that is no option of the wrapper's own. */
function skipOptions(wrapper: Wrapper & { runs: "rest" }, args: readonly ShellWord[]) {
  const assignments: { name: string; text: string }[] = [];
  let isPlain = true;
  let script: string | undefined;
  let index = 0;
  for (; index < args.length; index += 1) {
    const value = args[index]?.value;
    if (value === undefined) return { index, isPlain, script, isUnknown: true, assignments };
    const set = wrapper.assigns ? /^(\w+)=/.exec(value)?.[1] : undefined;
    if (set !== undefined) {
      assignments.push({ name: set, text: value });
      continue;
    }
    if (value === "--") return { index: index + 1, isPlain, script, isUnknown: false, assignments };
    if (!/^-./.test(value) && !(value === "-" && wrapper.assigns)) break;
    isPlain &&= wrapper.harmless?.some((option) => value === option || value.startsWith(`${option}=`)) ?? false;
    if (wrapper.script !== undefined && value === wrapper.script) script = args[index + 1]?.value;
    if (wrapper.valued?.includes(value)) index += 1;
  }
  return { index, isPlain, script, isUnknown: false, assignments };
}

function actionsOf(args: readonly ShellWord[], actions: readonly string[]): Inner[] {
  return args.flatMap((word, index) => {
    if (word.value === undefined || !actions.includes(word.value)) return [];
    const rest = args.slice(index + 1);
    const end = rest.findIndex(({ value }) => value === ";" || value === "+");
    const inner = end < 0 ? rest : rest.slice(0, end);
    return inner.length > 0 ? [[...inner, unknownWord("…")]] : [];
  });
}

const takesValue = new Set(["-o", "+o", "-O", "+O", "--rcfile", "--init-file"]);

function unwrapShell(first: ShellWord, args: readonly ShellWord[], input: string | undefined): Unwrapped | undefined {
  let index = 0;
  let isText = false;
  for (; index < args.length; index += 1) {
    const value = args[index]?.value;
    if (value === undefined || !/^[-+]./.test(value)) break;
    if (/^-[a-z]*c/i.test(value) && !value.startsWith("--")) isText = true;
    if (takesValue.has(value)) index += 1;
  }
  const script = args[index];
  if (isText) {
    if (script?.value === undefined) return { ...opaque, doubts: [`it cannot be told what ${first.text} runs`] };
    const isThrough = first.isPlain && /^(ba)?sh$/.test(first.text) && args[0]?.text === "-c" && index === 1;
    return { ...opaque, wrapper: isThrough ? "through" : "opaque", inner: [script.value] };
  }
  if (script !== undefined && script.value !== "-") return undefined;
  if (input !== undefined) return { ...opaque, inner: [input], isInnerFixed: false };
  return { ...opaque, isInnerFixed: false, doubts: [`${first.text} runs what it reads`] };
}
