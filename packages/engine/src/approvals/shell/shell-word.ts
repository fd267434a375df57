import type { Word, WordPart } from "unbash";

/** A word of a command, as far as it is known before the shell expands it. */
export interface ShellWord {
  /** As written. */
  readonly text: string;
  /** The argument that the program receives; undefined if known only at run time. */
  readonly value: string | undefined;
  /** Written without quotes and escapes. */
  readonly isPlain: boolean;
  /** The known beginning of the value. */
  readonly start: string;
  /** May be split into several words with other beginnings. */
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

/** Most words: no characters that are special to the shell. */
function isBare(text: string): boolean {
  return /^[\w./:@%+,-]+$/.test(text);
}

/** Also `a=~/b`, which bash expands like an assignment. */
function beginsWithTilde(text: string): boolean {
  return /^(\w+\+?=([^'"]*:)?)?~/.test(text);
}

interface Piece {
  readonly value: string | undefined;
  readonly isSplit: boolean;
}

const bare = (value: string): Piece => ({ value, isSplit: false });
const unknown: Piece = { value: undefined, isSplit: true };
const unknownSingle: Piece = { value: undefined, isSplit: false };

function piecesOf(part: WordPart): readonly Piece[] {
  return part.type === "DoubleQuoted" ? part.parts.map(quotedPiece) : [pieceOf(part)];
}

function pieceOf(part: WordPart): Piece {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return bare(part.value);
    case "AnsiCQuoted":
      return hasPlainEscapes(part.text) ? bare(part.value) : unknownSingle;
    case "Glob":
    case "BraceExpansion":
      // All results begin like the word itself.
      return /[$`]/.test(part.text) ? unknown : unknownSingle;
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

/** "$@" and "${list[@]}" expand to any number of words. */
function quotedPiece(part: WordPart): Piece {
  if (part.type === "Literal") return bare(part.value);
  return /^\$(\{[^}]*)?@/.test(part.text) || part.text.includes("[@]") ? unknown : unknownSingle;
}

/** Numeric escapes could encode NUL, where bash cuts the text off. */
function hasPlainEscapes(text: string): boolean {
  return !/\\[^ntr\\'"]/.test(text.replaceAll("\\\\", ""));
}
