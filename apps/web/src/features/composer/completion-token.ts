export interface CompletionToken {
  readonly kind: "mention" | "command";
  /** What was typed behind the sign. */
  readonly query: string;
  /** Where it begins and ends in the text, sign included. */
  readonly from: number;
  readonly to: number;
}

/** What is being typed at the caret, if it is a mention or a slash command. */
export function tokenAt(text: string, caret: number): CompletionToken | undefined {
  const before = text.slice(0, caret);
  const command = /^\/([\w-]*)$/.exec(before);
  if (command) return { kind: "command", query: command[1] ?? "", from: 0, to: caret };
  const mention = /(?:^|\s)@((?:\\ |\S)*)$/.exec(before);
  if (!mention) return undefined;
  const query = mention[1] ?? "";
  return { kind: "mention", query, from: caret - query.length - 1, to: caret };
}

/** The text with the token replaced, and where the caret is then. */
export function complete(text: string, token: CompletionToken, replacement: string): { text: string; caret: number } {
  const head = `${text.slice(0, token.from)}${replacement}`;
  return { text: `${head}${text.slice(token.to)}`, caret: head.length };
}

/** Spaces in a path would end the mention. */
export function mentionOf(path: string, isFolder: boolean): string {
  return `@/${path.replaceAll(" ", String.raw`\ `)}${isFolder ? "/" : " "}`;
}
