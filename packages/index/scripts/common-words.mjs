import { packageFolders, packageTexts, wordsIn } from "./package-files.mjs";

/**
 * The words that installed packages use in names and prose, each with the share of packages that use it. Words of a
 * single package are left out: they are mostly typos.
 */
export function commonWords(store) {
  const packagesWith = new Map();
  const folders = packageFolders(store);
  for (const folder of folders) {
    const words = new Set();
    for (const text of packageTexts(folder)) for (const word of wordsIn(text)) words.add(word);
    for (const word of words) packagesWith.set(word, (packagesWith.get(word) ?? 0) + 1);
  }
  return [...packagesWith]
    .filter(([, count]) => count >= 2)
    .sort(([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1))
    .map(([word, count]) => ({ word, share: count / folders.length }));
}
