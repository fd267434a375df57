/* oxlint-disable no-control-regex -- finding control characters is its purpose */
/** Text of a model, a file or a server, made harmless for a terminal: no escape sequence, no hidden or reordering character. */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(unsafeCharacters, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

// Control characters but tab and newline; bidirectional marks and isolates; zero-width characters; line separators; tags.
const unsafeCharacters = new RegExp(
  "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]|[\\u{e0000}-\\u{e007f}]",
  "gu",
);

/** JSON that means the same, with nothing in it that would steer a terminal. */
export function visibleJson(json: string): string {
  return json.replace(unsafeCharacters, (character) =>
    Array.from(character.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** A file's name on one line; of a very long one its beginning and end. */
export function shownPath(path: string, width = 300): string {
  const shown = visibleText(path).replaceAll("\n", "\\n");
  if (shown.length <= width) return shown;
  const half = Math.floor((width - 1) / 2);
  return `${shown.slice(0, half)}…${shown.slice(-half)}`;
}

/** The first line, cut to a width. */
export function oneLine(text: string, width: number): string {
  const line = visibleText(text.trim().replaceAll("\n", " ⏎ "));
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}
