const muchShorter = 0.7;
const minLines = 10;

/**
 * Why a file's new content looks truncated; undefined when it does not. It does when it is much shorter than the old
 * content and ends in the middle of a line, string or bracket, while the old content did not.
 */
export function findTruncation(newText: string, oldText: string): string | undefined {
  const oldLines = oldText.split("\n");
  if (oldLines.length < minLines || newText.length > oldText.length * muchShorter) return undefined;
  const reason = openEnd(newText) ?? truncatedLine(newText, oldLines);
  return reason !== undefined && openEnd(oldText) === undefined ? reason : undefined;
}

/** A last line without a break that is the start of an old line. */
function truncatedLine(newText: string, oldLines: readonly string[]): string | undefined {
  if (newText.endsWith("\n")) return undefined;
  const last = newText.slice(newText.lastIndexOf("\n") + 1);
  const isCut = last.trim().length >= 3 && !oldLines.includes(last) && oldLines.some((line) => line.startsWith(last));
  return isCut
    ? `its last line, ${JSON.stringify(last.trim().slice(0, 80))}, is the beginning of an existing line`
    : undefined;
}

function openEnd(text: string): string | undefined {
  const { open, inString } = scan(text);
  if (inString !== undefined) return `a string or comment that begins with ${inString} is not closed`;
  const last = open.at(-1);
  return last === undefined ? undefined : `${open.length} brackets are open at its end, the last a ${last}`;
}

const closing: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const token = /\/\/[^\n]*|#\s[^\n]*|\/\*|"""|'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`|[()[\]{}]/g;
const ends: Readonly<Record<string, string>> = { "/*": "*/", '"""': '"""', "'''": "'''", "`": "`" };

/** Open brackets, ignoring strings and comments of common languages. */
function scan(text: string): { open: string[]; inString: string | undefined } {
  const open: string[] = [];
  const scanner = new RegExp(token);
  for (let match = scanner.exec(text); match; match = scanner.exec(text)) {
    const [found] = match;
    const end = ends[found];
    if (end !== undefined) {
      const at = text.indexOf(end, scanner.lastIndex);
      if (at === -1) return { open, inString: found };
      scanner.lastIndex = at + end.length;
    } else if ("([{".includes(found)) open.push(found);
    else if (closing[found] !== undefined && open.at(-1) === closing[found]) open.pop();
  }
  return { open, inString: undefined };
}
