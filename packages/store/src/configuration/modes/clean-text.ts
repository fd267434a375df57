/** What chat programs and web pages put into copied configuration, and what was meant. As Roo Code reads modes. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/[\u200B-\u200D\u2060\uFEFF]/g, ""],
  [/\u00A0/g, " "],
  [/[\u2018\u2019\u201A\u201B]/g, "'"],
  [/[\u201C-\u201F]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
];

export function cleanText(text: string): string {
  return replacements.reduce((cleaned, [pattern, replacement]) => cleaned.replace(pattern, replacement), text);
}
