const comment = /^\s*(?:\/\/+|#+|--|\/\*+|\*|<!--|\{\/\*|;+|%+)\s*(.*?)\s*(?:\*\/\}?|-->)?\s*$/;
const ellipsisLine = /^\s*((?:\.{3}|…).*)$/;

/** All three together make "// ... rest of the code unchanged ..." and spare "// skip the rest of the line". */
const topic = /\b(?:rest of|remain(?:s|ing|der)|existing|previous|original|unchanged|same as)\b/i;
const subject =
  /\b(?:code|file|content|function|method|class|component|implementation|import|line|logic|test|section|style)(?:s|es)?\b/i;
const marker =
  /^(?:\.{3}|…)|(?:\.{3}|…)$|\b(?:unchanged|remains? (?:the )?same|stays? (?:the )?same|as before|omitted|here)\b/i;

const longestPlaceholder = 120;

/** The first line of a new text that stands for code the model did not write out, with its number. */
export function findPlaceholder(newText: string, oldText: string): { line: number; text: string } | undefined {
  const oldLines = new Set(oldText.split("\n").map((line) => line.trim()));
  const lines = newText.split("\n").map((line) => line.trim());
  const index = lines.findIndex((line) => isPlaceholder(line) && !oldLines.has(line));
  return index === -1 ? undefined : { line: index + 1, text: lines[index] ?? "" };
}

function isPlaceholder(line: string): boolean {
  if (line.length > longestPlaceholder) return false;
  const body = (comment.exec(line) ?? ellipsisLine.exec(line))?.[1];
  return body !== undefined && topic.test(body) && subject.test(body) && marker.test(body);
}
