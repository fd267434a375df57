export interface CompletionToken {
  readonly kind: "mention" | "command";
  /** The text after the sign. */
  readonly query: string;
  /** Its range in the text, including the sign. */
  readonly from: number;
  readonly to: number;
}

/** The mention or slash command at the caret. */
export function tokenAt(text: string, caret: number): CompletionToken | undefined {
  const before = text.slice(0, caret);
  const command = /^\/([\w-]*)$/.exec(before);
  if (command) return { kind: "command", query: command[1] ?? "", from: 0, to: caret };
  const mention = /(?:^|\s)@((?:\\ |\S)*)$/.exec(before);
  if (!mention) return undefined;
  const query = mention[1] ?? "";
  return { kind: "mention", query, from: caret - query.length - 1, to: caret };
}

/** The text with the token replaced, and the new caret position. */
export function complete(text: string, token: CompletionToken, replacement: string): { text: string; caret: number } {
  const head = `${text.slice(0, token.from)}${replacement}`;
  return { text: `${head}${text.slice(token.to)}`, caret: head.length };
}

/** Spaces in a path would end the mention. */
export function mentionOf(path: string, isFolder: boolean): string {
  return `@/${path.replaceAll(" ", String.raw`\ `)}${isFolder ? "/" : " "}`;
}
