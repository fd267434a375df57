import { visibleJson, visibleText } from "@roo-code/types";

export { visibleJson, visibleText };

/** A file's name on one line; of a very long one its beginning and end. */
export function shownPath(path: string, width = 300): string {
  const shown = visibleText(path).replaceAll("\n", "\\n");
  if (shown.length <= width) return shown;
  const half = Math.floor((width - 1) / 2);
  return `${shown.slice(0, half)}…${shown.slice(-half)}`;
}

/** The first line, cut to a width. */
export function oneLine(text: string, width: number): string {
  const line = visibleText(text.trim().replaceAll("\n", " ⏎ "));
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}

/** Far more than a notice of ours has: what a provider or a server sends is bounded all the same. */
const longestNotice = 2000;

/** A notice whole, in one line that the terminal wraps: its end often says what to do. */
export function wholeNotice(text: string): string {
  return oneLine(text, longestNotice);
}
