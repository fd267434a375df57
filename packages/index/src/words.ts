/**
 * The words of a text, in its order and in lower case: names are split where their case or kind of character changes
 * (`parseHTTPResponse2` → parse, http, response, 2), and a name of several words also counts whole.
 */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const name of text.match(namePattern) ?? []) addName(words, name);
  return words;
}

const namePattern = /[\p{L}\p{N}_$]{1,200}/gu;
const partPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}|\p{N}+/gu;
const plainWord = /^(?:[a-z]+|[A-Z][a-z]+)$/;
const maxLength = 40;

function addName(words: string[], name: string): void {
  if (plainWord.test(name)) {
    if (name.length <= maxLength) words.push(name.toLowerCase());
    return;
  }
  const parts = name.match(partPattern) ?? [];
  for (const part of parts) if (part.length <= maxLength) words.push(part.toLowerCase());
  const whole = parts.join("");
  if (parts.length > 1 && whole.length <= maxLength && !/^\p{N}/u.test(whole)) words.push(whole.toLowerCase());
}

/** The distinct words of a query without stop words. */
export function queryWords(query: string): string[] {
  const words = [...new Set(splitWords(query))];
  const significant = words.filter((word) => !stopWords.has(word) && (word.length > 1 || !/[a-z]/.test(word)));
  return significant.length > 0 ? significant : words;
}

const stopWords: ReadonlySet<string> = new Set(
  `a about after all also an and any are as at be been before being but by can code could did do does done each file files find for from get
  gets had happen happens has have here how i if in into is it its itself just like look made make makes me must my no not of on once
  one only or other our out over own please s same show so some such t than that the their them then there these they this those to
  too under up upon us used uses using very want was way we were what when where whether which while who why will with within without
  would you your`.split(/\s+/),
);
