import { normaliseCharacters } from "./normalise-characters.ts";
import type { Span } from "./text-offsets.ts";

const leastText = 4;

/** Every place of a text that is exactly this, one after the other. */
export function exactSpans(text: string, wanted: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(wanted); start !== -1; start = text.indexOf(wanted, start + wanted.length)) {
    spans.push({ start, end: start + wanted.length });
  }
  return spans;
}

/**
 * Places inside lines that are the same but for the amount of white space and typographic characters. They begin and
 * end where a word does.
 */
export function looseSpans(text: string, wanted: string): Span[] {
  const plain = flatten(wanted.trim());
  if (plain.text.length < leastText) return [];
  const whole = flatten(text);
  return exactSpans(whole.text, plain.text).flatMap(({ start, end }): Span[] => {
    if (splitsWord(whole.text, start) || splitsWord(whole.text, end)) return [];
    const [from, to] = [whole.offsets[start], whole.offsets[end - 1]];
    return from === undefined || to === undefined ? [] : [{ start: from, end: to + 1 }];
  });
}

/** Plain characters with single spaces, line breaks apart, and where each of them comes from. */
function flatten(text: string): { text: string; offsets: number[] } {
  const characters: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const plain = plainCharacter(text[at] ?? "");
    if (plain === " " && characters.at(-1) === " ") continue;
    for (const character of plain) {
      characters.push(character);
      offsets.push(at);
    }
  }
  return { text: characters.join(""), offsets };
}

/** A text has millions of characters, and few of them are different. */
const plainCharacters = new Map<string, string>([["\n", "\n"]]);

function plainCharacter(character: string): string {
  const known = plainCharacters.get(character);
  if (known !== undefined) return known;
  const plain = normaliseCharacters(character).replace(/\s/, " ");
  plainCharacters.set(character, plain);
  return plain;
}

function splitsWord(text: string, at: number): boolean {
  return at > 0 && /\w/.test(text[at - 1] ?? "") && /\w/.test(text[at] ?? "");
}
