const emptyWords: ReadonlySet<string> = new Set(
  (
    "a an and are as at be by can do for from get has have how i in is it its me my of on or our please some that the " +
    "their them this to tool tools use using want was we what when where which who will with you your"
  ).split(" "),
);

/** The words of a name or a sentence: `getUserById`, `list-pull-requests` and `HTTPServer` are several. */
export function searchWords(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !emptyWords.has(word));
}

/** A word without its endings, as far as these do not change what it means. */
export function wordStem(word: string): string {
  if (word.length <= 3) return word;
  const plain = word
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x|z)es$/, "$1")
    .replace(/([^s])s$/, "$1");
  const stem = plain.replace(/(ing|ed|er|ation|ion|ment)$/, "");
  const kept = stem.length >= 4 ? stem : plain;
  return kept.replace(/([bdglmnprt])\1$/, "$1").replace(/e$/, "");
}
