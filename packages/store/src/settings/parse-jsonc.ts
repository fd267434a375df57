// What has no end is matched too, up to where it must have ended: looking for that end again from every place behind
// would take for ever.
const stringOrComment = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)/g;
/** A comma before a closing bracket, unless no value precedes it: `[,]` and `[1,,]` stay as wrong as they are. */
const stringOrTrailingComma = /"(?:[^"\\\n]|\\.)*"?|[{[,:]\s*,|,(?=\s*[}\]])/g;

/**
 * JSON with comments and trailing commas; throws for anything else. The parser library takes longer to load than the
 * whole configuration may, so it is left to those who edit, or look for the place of a mistake.
 */
export function parseJsonc(text: string): unknown {
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const plain = content.includes("/") ? withoutComments(content) : content;
  try {
    return JSON.parse(plain);
  } catch {
    return JSON.parse(plain.replace(stringOrTrailingComma, (found) => (found === "," ? " " : found)));
  }
}

/** The same text with spaces for comments. Line ends stay, also because one of them may show a string as broken. */
export function withoutComments(text: string): string {
  return text.replace(stringOrComment, (found) => (isComment(found) ? found.replace(/[^\n\r]/g, " ") : found));
}

function isComment(found: string): boolean {
  return found.startsWith("//") || (found.startsWith("/*") && found.endsWith("*/") && found.length > 3);
}
