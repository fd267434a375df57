import type { QueryMatch } from "web-tree-sitter";
import { embeddedScripts } from "./embedded-scripts.ts";
import { isTooDeep } from "./is-too-deep.ts";
import { languageOf } from "./languages.ts";
import { parseSource } from "./parse-source.ts";

export interface Definition {
  readonly kind: string;
  readonly name: string;
  /** The line its name is on; annotations may stand before. From 1, as the others. */
  readonly line: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly depth: number;
}

export const maxSourceCharacters = 1_000_000;
const maxNameLength = 120;
const holders = new Set(
  "class interface struct impl trait protocol extension object actor enum mixin record".split(" "),
);

/** In the order of the file; undefined for a language we do not know, and for a file that is too large for an outline. */
export async function findDefinitions(path: string, content: string): Promise<readonly Definition[] | undefined> {
  const language = languageOf(path);
  if (!language || content.length > maxSourceCharacters) return undefined;
  if (isTooDeep(language.grammar, content)) return undefined;
  const text = language.isEmbedded ? embeddedScripts(content) : content;
  const found = await parseSource(language, text, (matches) => matches.flatMap(toDefinition));
  return found && nest(found);
}

interface FoundDefinition extends Omit<Definition, "depth"> {
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly pattern: number;
}

function toDefinition({ captures, patternIndex }: QueryMatch): FoundDefinition[] {
  const name = captures.find((capture) => capture.name === "name")?.node;
  const whole = captures.find((capture) => !/^(name|end|_.*)$/.test(capture.name));
  if (!name || !whole) return [];
  const last = captures.find((capture) => capture.name === "end")?.node ?? whole.node;
  const { startPosition: start } = whole.node;
  const { endPosition: end } = last;
  // Some nodes take the line break with them.
  const endRow = end.column === 0 && end.row > start.row ? end.row - 1 : end.row;
  return [
    {
      kind: whole.name,
      name: cleanName(name.text),
      line: name.startPosition.row + 1,
      startLine: start.row + 1,
      endLine: endRow + 1,
      start: whole.node.startIndex,
      end: last.endIndex,
      nameStart: name.startIndex,
      pattern: patternIndex,
    },
  ];
}

function cleanName(text: string): string {
  const [first = ""] = text
    .trim()
    .replaceAll(/^["'`]|["'`]$/g, "")
    .split(/\s*\r?\n/, 1);
  return first.slice(0, maxNameLength).toWellFormed();
}

/** A name is taken once, by the first pattern that fits; a function of a class is its method. */
function nest(found: readonly FoundDefinition[]): readonly Definition[] {
  const sorted = found.toSorted(
    (left, right) =>
      left.start - right.start ||
      right.end - left.end ||
      left.nameStart - right.nameStart ||
      left.pattern - right.pattern,
  );
  const names = new Set<number>();
  const around: FoundDefinition[] = [];
  const definitions: Definition[] = [];
  for (const one of sorted) {
    if (one.name === "" || names.has(one.nameStart)) continue;
    names.add(one.nameStart);
    while ((around.at(-1)?.end ?? Infinity) <= one.start || isSameNode(around.at(-1), one)) around.pop();
    const isMethod = one.kind === "function" && holders.has(around.at(-1)?.kind ?? "");
    const { name, line, startLine, endLine } = one;
    definitions.push({ kind: isMethod ? "method" : one.kind, name, line, startLine, endLine, depth: around.length });
    around.push(one);
  }
  return definitions;
}

/** `const a = 1, b = 2`: neither is inside of the other. */
function isSameNode(left: FoundDefinition | undefined, right: FoundDefinition): boolean {
  return left?.start === right.start && left.end === right.end;
}
