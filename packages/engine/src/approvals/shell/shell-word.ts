import type { Word, WordPart } from "unbash";

/** A word of a command, as far as it can be known before a shell has seen it. */
export interface ShellWord {
  /** As it was written. */
  readonly text: string;
  /** What the program gets; undefined when only the shell will know. */
  readonly value: string | undefined;
  /** Written without quotes and escapes. */
  readonly isPlain: boolean;
  /** What it surely begins with. */
  readonly start: string;
  /** May be taken apart into words that begin otherwise. */
  readonly isSplit: boolean;
}

export function literalWord(value: string): ShellWord {
  return { text: value, value, isPlain: true, start: value, isSplit: false };
}

export function unknownWord(text: string): ShellWord {
  return { text, value: undefined, isPlain: false, start: "", isSplit: true };
}

export function readWord(word: Word): ShellWord {
  const { text } = word;
  if (isBare(text)) return literalWord(text);
  const pieces = word.parts ? word.parts.flatMap(piecesOf) : [bare(word.value)];
  if (beginsWithTilde(text)) return { text, value: undefined, isPlain: false, start: "~", isSplit: false };
  const firstUnknown = pieces.findIndex((piece) => piece.value === undefined);
  const known = (firstUnknown < 0 ? pieces : pieces.slice(0, firstUnknown)).map((piece) => piece.value).join("");
  return {
    text,
    value: firstUnknown < 0 ? known : undefined,
    isPlain: firstUnknown < 0 && known === text && known !== "",
    start: known,
    isSplit: pieces.some((piece) => piece.isSplit),
  };
}

/** Most words: letters that mean nothing to a shell. */
function isBare(text: string): boolean {
  return /^[\w./:@%+,-]+$/.test(text);
}

/** Also `a=~/b`, which bash expands where it looks like an assignment. */
function beginsWithTilde(text: string): boolean {
  return /^(\w+\+?=([^'"]*:)?)?~/.test(text);
}

interface Piece {
  readonly value: string | undefined;
  readonly isSplit: boolean;
}

const bare = (value: string): Piece => ({ value, isSplit: false });
const unknown: Piece = { value: undefined, isSplit: true };
const unknownInOneWord: Piece = { value: undefined, isSplit: false };

function piecesOf(part: WordPart): readonly Piece[] {
  return part.type === "DoubleQuoted" ? part.parts.map(quotedPiece) : [pieceOf(part)];
}

function pieceOf(part: WordPart): Piece {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return bare(part.value);
    case "AnsiCQuoted":
      return hasPlainEscapes(part.text) ? bare(part.value) : unknownInOneWord;
    case "Glob":
    case "BraceExpansion":
      // All that they become begins as the word does.
      return /[$`]/.test(part.text) ? unknown : unknownInOneWord;
    case "DoubleQuoted":
    case "LocaleString":
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "CommandExpansion":
    case "ArithmeticExpansion":
    case "ProcessSubstitution":
    case "ExtendedGlob":
      return unknown;
  }
}

/** "$@" and "${list[@]}" become as many words as there are. */
function quotedPiece(part: WordPart): Piece {
  if (part.type === "Literal") return bare(part.value);
  return /^\$(\{[^}]*)?@/.test(part.text) || part.text.includes("[@]") ? unknown : unknownInOneWord;
}

/** Numbers of characters could hold an end of text, which bash cuts off at. */
function hasPlainEscapes(text: string): boolean {
  return !/\\[^ntr\\'"]/.test(text.replaceAll("\\\\", ""));
}
