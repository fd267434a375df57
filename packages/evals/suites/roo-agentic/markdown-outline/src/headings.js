/** The headings of a text in order: level and raw text. */
export function findHeadings(text) {
  const headings = [];
  for (const line of text.split("\n")) {
    const found = /^(#+)(.*)$/.exec(line);
    if (found) headings.push({ level: found[1].length, raw: found[2].trim() });
  }
  return headings;
}
