/** Text in pieces of a few code points each, as models send it. */
export function textPieces(text: string): string[] {
  return text.match(/.{1,5}/gsu) ?? [];
}
