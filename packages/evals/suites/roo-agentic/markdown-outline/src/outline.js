import { findHeadings } from "./headings.js";
import { plainText } from "./inline.js";
import { createSlugs } from "./slug.js";

/** The headings as a tree: `{ level, text, slug, children }`. */
export function outline(text) {
  const slugFor = createSlugs();
  const top = [];
  const path = [];
  for (const { level, raw } of findHeadings(text)) {
    const plain = plainText(raw);
    const node = { level, text: plain, slug: slugFor(plain), children: [] };
    path.length = level - 1;
    (path.at(-1)?.children ?? top).push(node);
    path.push(node);
  }
  return top;
}
