/** Some 250 blocks inside of one another make the Markdown grammar write beyond its memory; each takes a character here. */
const deepBlocks = /^[ \t>*+.)\d-]{200}/m;
/** The Haskell grammar keeps account of them in a kilobyte. */
const maxBrackets = { haskell: 60, others: 1000 };

/** Whether a text is nested so deeply that parsing it could break the parser for good; nothing that people write is. */
export function isTooDeep(grammar: string, text: string): boolean {
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
