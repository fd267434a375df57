/** All three together match "// ... rest of the code unchanged ...", but not "// skip the rest of the line". */
const topic =
  /\b(?:rest of|rest|remain(?:s|ing|der)|existing|previous|original|unchanged|same as|same|other|omitted|no changes?)\b/i;
const subject =
  /\b(?:code|file|content|function|method|class|component|implementation|import|line|logic|test|section|style|field|handler|route|document|part|prop|case|item|body|block|config(?:uration)?|definition|variable|statement)(?:s|es|ies)?\b/i;
const marker =
  /^(?:\.{3}|…)|(?:\.{3}|…)[\])]?$|\b(?:unchanged|remains? (?:the )?same|(?:stays?|is|are) (?:the )?same|as before|omitted|no changes?)\b/i;
/** Matches `existing code here`, but not a sentence about it. */
const here =
  /^(?:the |your )?(?:rest|remaining|existing|previous|original|other)\b(?! (?:is|are|was|were)\b)(?: \w+){1,4} here$/i;
/** Short texts between dots: `... unchanged ...`, `… existing …`. */
const dotted = /^(?:\.{3}|…)[^.…]{0,60}(?:\.{3}|…)$/;

const ellipsis = /^[([{<]?\s*(?:\.{3}|…)\s*[)\]}>]?$/;
const barePlaceholder = /^(?:[([<]\s*)?(?:\.{3}|…)?\s*\b.*$/;
const maxPlaceholderLength = 120;

/** Files in which a line of three dots is part of the language, or of prose. */
const dotsAreText = /\.(?:pyi?|ya?ml|md|mdx|markdown|rst|txt|adoc|tex|html?|vue|svelte)$/i;

/** Whether a line is a placeholder for code that was not written out. */
export function isPlaceholder(line: string): boolean {
  const text = line.trim();
  if (text.length > maxPlaceholderLength) return false;
  const body = (commentOf(text) ?? bracketed(text))?.replace(/^[([]\s*(.*?)\s*[)\]]$/, "$1");
  if (body === undefined || !topic.test(body)) return false;
  if (here.test(body)) return true;
  return marker.test(body) && (subject.test(body) || dotted.test(body) || /^(?:the )?rest\b/i.test(body));
}

export interface NewText {
  readonly path: string;
  readonly newText: string;
  readonly oldText: string;
}

/** The first placeholder line of a new text for old code that would be lost, with its number. */
export function findPlaceholder({ path, newText, oldText }: NewText): { line: number; text: string } | undefined {
  const newLines = newText.split("\n").map((line) => line.trim());
  const oldLines = oldText.split("\n").map((line) => line.trim());
  const known = new Set(oldLines);
  const mayElide = !dotsAreText.test(path);
  const index = newLines.findIndex((line, at) => {
    if (known.has(line)) return false;
    if (isPlaceholder(line)) return lostAround(at, newLines, oldLines) >= 1;
    return mayElide && ellipsis.test(commentOf(line) ?? line) && lostAround(at, newLines, oldLines) >= 3;
  });
  return index === -1 ? undefined : { line: index + 1, text: newLines[index] ?? "" };
}

/** Non-blank old lines between the neighbours of a new line that are nowhere in the new text. */
function lostAround(at: number, newLines: readonly string[], oldLines: readonly string[]): number {
  const isNeighbour = (line: string): boolean => line.length > 1 && oldLines.includes(line);
  const before = newLines.slice(0, at).findLast(isNeighbour);
  const after = newLines.slice(at + 1).find(isNeighbour);
  const start = before === undefined ? 0 : oldLines.indexOf(before) + 1;
  const end = after === undefined ? oldLines.length : oldLines.lastIndexOf(after);
  const kept = new Set(newLines);
  return oldLines.slice(start, end).filter((line) => line !== "" && !kept.has(line)).length;
}

/** `... text` and `(text ...)` count without a comment around them. */
function bracketed(text: string): string | undefined {
  const hasDots = /^[([<]?\s*(?:\.{3}|…)\s*\w/.test(text) || /^[([]\s*\w.*(?:\.{3}|…)\s*[)\]]$/.test(text);
  return hasDots && barePlaceholder.test(text) && !/[=;{}]/.test(text) ? text : undefined;
}

const comment =
  /^\s*(?:\/\/+|#+(?!\[)|--(?=\s|\.)|\/\*+|\*(?!\*)|<!--|\{\s*\/\*|;{1,3}(?=\s)|%+(?=\s|\.)|\(\*|"""|'''|<%--|@\*|'(?=\s)|rem\b)\s*(.*?)\s*(?:\*+\/\s*\}?|-->|\*\)|--%>|\*@|"""|''')?\s*$/i;

/** The text of a comment line in any common language; undefined for other lines. */
export function commentOf(line: string): string | undefined {
  return comment.exec(line)?.[1];
}
