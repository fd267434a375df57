const replacements: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032]/g, "'"],
  [/[\u201c-\u201f\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/\u2026/g, "..."],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " "],
  [/[\u200b-\u200d\u2060\ufeff]/g, ""],
];

const isPlain = /^[\t\n -~]*$/;

/** The text with typographic characters, which models often lose, replaced by plain ones. */
export function normaliseCharacters(text: string): string {
  if (isPlain.test(text)) return text;
  return replacements.reduce((result, [pattern, plain]) => result.replaceAll(pattern, plain), text.normalize("NFC"));
}
