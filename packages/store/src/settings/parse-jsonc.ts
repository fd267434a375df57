const stringOrComment = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;
/** A comma before a closing bracket, unless no value precedes it: `[,]` and `[1,,]` stay as wrong as they are. */
const stringOrTrailingComma = /"(?:[^"\\\n]|\\.)*"|[{[,:]\s*,|,(?=\s*[}\]])/g;

/**
 * JSON with comments and trailing commas; throws for anything else. The parser library takes longer to load than the
 * whole configuration may, so it is left to those who edit, or look for the place of a mistake.
 */
export function parseJsonc(text: string): unknown {
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
  try {
    return JSON.parse(content);
  } catch {
    const plain = withoutComments(content).replace(stringOrTrailingComma, (found) => (found === "," ? " " : found));
    return JSON.parse(plain);
  }
}

/** The same text with spaces for comments. Line ends stay, also because one of them may show a string as broken. */
export function withoutComments(text: string): string {
  return text.replace(stringOrComment, (found) => (found.startsWith("/") ? found.replace(/[^\n\r]/g, " ") : found));
}
