/** A mention with `@`. `text` is as typed. */
export type Mention =
  /** `word` is the path as typed, with `\ ` for spaces. Not `isCertain`: it may be something else, such as a package. */
  | { readonly kind: "path"; readonly text: string; readonly word: string; readonly isCertain: boolean }
  | { readonly kind: "page"; readonly text: string; readonly url: string }
  | { readonly kind: "commit"; readonly text: string; readonly hash: string }
  | { readonly kind: "problems" | "changes" | "terminal"; readonly text: string };

/** `@` counts at the start and after white space only: not in e-mail addresses, and not as `\@`. */
const mention = /(?<!\S)@((?:\\ |\S)+)/g;
const maxWord = 4096;
const names = { problems: "problems", "git-changes": "changes", terminal: "terminal" } as const;

/** The mentions in a text, each once, in order. Does not check whether they exist. */
export function findMentions(text: string): readonly Mention[] {
  const found = new Map<string, Mention>();
  for (const [, word = ""] of text.matchAll(mention)) {
    const one = word.length <= maxWord ? toMention(word) : undefined;
    if (one && !found.has(one.text)) found.set(one.text, one);
  }
  return [...found.values()];
}

/** A word without trailing punctuation. */
export function withoutPunctuation(word: string): string {
  return word.replace(/[.,;:!?)\]}>'"`]+$/, "");
}

function toMention(word: string): Mention | undefined {
  const bare = withoutPunctuation(word);
  const text = `@${bare}`;
  if (word.startsWith("/")) return { kind: "path", text, word, isCertain: true };
  if (/^https?:\/\//i.test(word)) return toPage(word);
  if (isName(bare)) return { kind: names[bare], text };
  if (/^[0-9a-f]{7,40}$/i.test(bare)) return { kind: "commit", text, hash: bare.toLowerCase() };
  if (/^[\p{L}\p{N}_.][^/]*\//u.test(word)) return { kind: "path", text, word, isCertain: false };
  return undefined;
}

function isName(word: string): word is keyof typeof names {
  return Object.hasOwn(names, word);
}

/** A closing bracket belongs to an address that opens one: `https://en.example/Roo_(animal)`. */
function toPage(word: string): Mention {
  const bare = withoutPunctuation(word);
  const isClosed = bare.split("(").length - 1 > bare.split(")").length - 1 && word.startsWith(`${bare})`);
  const url = isClosed ? `${bare})` : bare;
  return { kind: "page", text: `@${url}`, url };
}
