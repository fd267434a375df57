import type { CodeDefinition, CodeOutline } from "@roo-code/types";
import type { QueryMatch } from "web-tree-sitter";
import { languageOf } from "./languages.ts";
import { parseSource } from "./parse-source.ts";

export interface Definition {
  readonly kind: string;
  readonly name: string;
  /** The line of its name; annotations may precede it. All lines count from 1. */
  readonly line: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly depth: number;
}

const maxSignatureLength = 200;
const maxSourceCharacters = 1_000_000;
const maxNameLength = 120;
const classLikeKinds = new Set(
  "class interface struct impl trait protocol extension object actor enum mixin record".split(" "),
);

/** The definitions in source files of about thirty languages; from broken code, those that can be recognized. */
export function createOutline(): CodeOutline {
  return { outline };
}

async function outline(path: string, content: string): Promise<readonly CodeDefinition[] | undefined> {
  const definitions = await findDefinitions(path, content);
  if (!definitions) return undefined;
  const lines = content.split("\n");
  return definitions.map(({ kind, name, line, endLine, depth }) => {
    const signature = (lines[line - 1] ?? "").trim().slice(0, maxSignatureLength).toWellFormed();
    return { kind, name, line, endLine, depth, signature };
  });
}

/** In file order; undefined for an unknown language or a file too large for an outline. */
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
  // Some nodes include the line break.
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

/** A name counts once, by the first pattern that matches; a function in a class is a method. */
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
    const isMethod = one.kind === "function" && classLikeKinds.has(around.at(-1)?.kind ?? "");
    const { name, line, startLine, endLine } = one;
    definitions.push({ kind: isMethod ? "method" : one.kind, name, line, startLine, endLine, depth: around.length });
    around.push(one);
  }
  return definitions;
}

/** `const a = 1, b = 2`: neither is inside the other. */
function isSameNode(left: FoundDefinition | undefined, right: FoundDefinition): boolean {
  return left?.start === right.start && left.end === right.end;
}

const scripts = /<script\b[^>]*>([^]*?)<\/script\s*>/gi;

/** A component file with everything but its scripts blanked out, so that positions stay the same. */
function embeddedScripts(content: string): string {
  let text = "";
  for (const match of content.matchAll(scripts)) {
    const [whole, code = ""] = match;
    const start = match.index + whole.indexOf(">") + 1;
    text += blank(content.slice(text.length, start)) + code;
  }
  return text + blank(content.slice(text.length));
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, " ");
}

/** About 250 nested blocks make the Markdown grammar write out of bounds; each takes at least one character. */
const deepBlocks = /^[ \t>*+.)\d-]{200}/m;
/** The Haskell grammar tracks brackets in one kilobyte. */
const maxBrackets = { haskell: 60, others: 1000 };

/** Whether a text is nested so deeply that parsing it could corrupt the parser; hand-written code never is. */
function isTooDeep(grammar: string, text: string): boolean {
  if (grammar === "markdown") return deepBlocks.test(text);
  const limit = grammar === "haskell" ? maxBrackets.haskell : maxBrackets.others;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === 40 || character === 91 || character === 123) depth += 1;
    else if (depth > 0 && (character === 41 || character === 93 || character === 125)) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}
