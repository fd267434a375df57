/** A piece of a text; a hidden one is a single character that is invisible or reorders its neighbours. */
interface TextPart {
  readonly text: string;
  readonly isHidden: boolean;
}

/**
 * Untrusted text split at what a person would not see: control characters, marks
 * that reorder their surroundings, and zero-width characters. A hidden part's text is the code point, `U+202E`.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { index, 0: character } of text.matchAll(hidden)) {
    if (index > from) parts.push({ text: text.slice(from, index), isHidden: false });
    parts.push({ text: codePoint(character), isHidden: true });
    from = index + character.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isHidden: false });
  return parts;
}

/** The same as plain text: `<U+202E>`. Line endings are normalized to LF. */
export function visibleText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(hidden, (character) => `<${codePoint(character)}>`);
}

/** JSON that means the same, with such characters as escapes. */
export function visibleJson(json: string): string {
  return json.replace(hidden, (character) =>
    Array.from(character.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Tab and line break are visible. A variation selector after an emoji only chooses its look. */
const hidden = new RegExp(
  [
    "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]",
    "[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f]",
    "[\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff9-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]",
    "(?<!\\p{Extended_Pictographic})\\ufe0f",
  ].join("|"),
  "gu",
);
