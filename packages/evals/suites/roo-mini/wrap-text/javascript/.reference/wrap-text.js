/** The text as a list of lines. Throws a RangeError for a width below 3. */
export function wrap(text, width) {
  if (width < 3) throw new RangeError("a line has at least 3 characters");
  return text
    .split(/^[ \t]*$/m)
    .map((paragraph) => paragraph.split(/^(?=- )/m).flatMap((block) => wrapBlock(block, width)))
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index > 0 ? ["", ...lines] : lines));
}

function wrapBlock(block, width) {
  if (!block.startsWith("- ")) return fill(wordsOf(block), width);
  return fill(wordsOf(block.slice(2)), width - 2).map((line, index) => (index > 0 ? "  " : "- ") + line);
}

function wordsOf(text) {
  return text.split(/\s+/).filter((word) => word !== "");
}

function fill(words, width) {
  const lines = [];
  let current = "";
  for (const word of words) {
    if (current !== "" && current.length + 1 + word.length <= width) {
      current += ` ${word}`;
      continue;
    }
    if (current !== "") lines.push(current);
    let rest = word;
    for (; rest.length > width; rest = rest.slice(width)) lines.push(rest.slice(0, width));
    current = rest;
  }
  return current === "" ? lines : [...lines, current];
}
