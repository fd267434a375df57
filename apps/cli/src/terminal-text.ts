import { visibleJson, visibleText } from "@roo-code/types";

export { visibleJson, visibleText };

/** A path on one line; the middle of a very long one is cut. */
export function printablePath(path: string, width = 300): string {
  const text = visibleText(path).replaceAll("\n", "\\n");
  if (text.length <= width) return text;
  const half = Math.floor((width - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}

/** The first line, cut to a width. */
export function oneLine(text: string, width: number): string {
  const line = visibleText(text.trim().replaceAll("\n", " ⏎ "));
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}

/** Far longer than our own notices: bounds what a provider or server sends. */
const maxNoticeLength = 2000;

/** A whole notice on one line that the terminal wraps: its end often says what to do. */
export function wholeNotice(text: string): string {
  return oneLine(text, maxNoticeLength);
}
