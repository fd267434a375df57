const fenceStart = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const marked = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const underline = /^ {0,3}(=+|-+) *$/;

/** The headings of a text in order: level and raw text. */
export function findHeadings(text) {
  const headings = [];
  let fence;
  let paragraph = [];
  for (const line of text.split(/\r?\n/)) {
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined;
      continue;
    }
    const level = underline.exec(line)?.[1].startsWith("=") ? 1 : 2;
    if (paragraph.length > 0 && underline.test(line)) {
      headings.push({ level, raw: paragraph.join(" ") });
      paragraph = [];
      continue;
    }
    fence = fenceStart.exec(line)?.[1];
    const found = marked.exec(line);
    if (found) headings.push({ level: found[1].length, raw: withoutEnd(found[2] ?? "") });
    if (found || fence !== undefined || line.trim() === "") paragraph = [];
    else if (paragraph.length > 0 || (!/^( {4}|\t)/.test(line) && !underline.test(line))) paragraph.push(line.trim());
  }
  return headings;
}

function closes(line, fence) {
  const found = /^ {0,3}(`+|~+) *$/.exec(line);
  return found !== null && found[1][0] === fence[0] && found[1].length >= fence.length;
}

function withoutEnd(raw) {
  return raw
    .trim()
    .replace(/(^|[ \t]+)#+$/, "")
    .trim();
}
