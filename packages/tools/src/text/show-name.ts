/** Line breaks, control characters and direction marks. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** A file name on one line: unchanged, or as JSON where it could be misread, such as for two names. */
export function showName(path: string): string {
  if (path.search(misleading) === -1) return path;
  return JSON.stringify(path).replaceAll(misleading, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
