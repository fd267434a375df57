export interface ShellPart {
  readonly text: string;
  /** The operators before and after it: `&&`, `||`, `;` (also for a line end), `|`, `&`, or empty. */
  readonly before: string;
  readonly after: string;
}

type Found = Pick<ShellPart, "text" | "after">;

const operators = /^(?:&&|\|\||;;?|\|&|\||&(?!>))/;
const hereDocument = /^<<-?[ \t]*(["']?)(\w+)\1/;
const quoted = /^(?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|`[^`]*`)/;
const maxGroupDepth = 3;

/** The simple commands of a shell line, in order. Quotes, `$(…)` and here-documents are not split; `(…)` is. */
export function splitCommand(command: string): readonly ShellPart[] {
  const found = partsOf(command.trim(), 0);
  return found.map(({ text, after }, index) => ({
    text,
    before: found[index - 1]?.after ?? "",
    after: index === found.length - 1 && after === ";" ? "" : after,
  }));
}

function partsOf(command: string, depth: number): Found[] {
  const found: Found[] = [];
  let rest = command;
  let text = "";
  let ends: string[] = [];
  while (rest !== "") {
    const piece = nextPiece(rest, text);
    rest = rest.slice(piece.length);
    text += piece.text ?? "";
    if (piece.documentEnd !== undefined) ends.push(piece.documentEnd);
    if (piece.operator === undefined) continue;
    if (piece.isLineEnd) {
      const body = documentsIn(rest, ends);
      text += body && `\n${body}`;
      rest = rest.slice(body.length);
      ends = [];
    }
    found.push(...opened({ text: text.trim(), after: piece.operator }, depth));
    text = "";
  }
  return [...found, ...opened({ text: text.trim(), after: "" }, depth)];
}

interface Piece {
  readonly length: number;
  readonly text?: string;
  readonly operator?: string;
  readonly isLineEnd?: boolean;
  readonly documentEnd?: string;
}

function nextPiece(rest: string, before: string): Piece {
  const head = rest.charAt(0);
  if (head === "\n") return { length: 1, operator: ";", isLineEnd: true };
  if (head === "#" && (before.at(-1) ?? "").trim() === "") return { length: lineLength(rest) };
  const [document, , documentEnd] = hereDocument.exec(rest) ?? [];
  if (document !== undefined && documentEnd !== undefined)
    return { length: document.length, text: document, documentEnd };
  const operator = before.endsWith(">") ? undefined : operators.exec(rest)?.[0];
  if (operator !== undefined) return { length: operator.length, operator: plain(operator) };
  const text = wholeWord(rest);
  return { length: text.length, text };
}

function lineLength(rest: string): number {
  const end = rest.indexOf("\n");
  return end === -1 ? rest.length : end;
}

function plain(operator: string): string {
  if (operator === ";;") return ";";
  return operator === "|&" ? "|" : operator;
}

/** The first unit: a quoted text, a group with everything nested in it, or one character. */
function wholeWord(rest: string): string {
  let length = 0;
  let depth = 0;
  do {
    const here = rest.slice(length);
    const step = quoted.exec(here)?.[0].length ?? 1;
    if (step === 1 && here.startsWith("(")) depth += 1;
    if (step === 1 && here.startsWith(")")) depth -= 1;
    length += step;
  } while (depth > 0 && length < rest.length);
  return rest.slice(0, length);
}

/** The bodies of here-documents, up to each delimiter. */
function documentsIn(rest: string, ends: readonly string[]): string {
  let length = 0;
  for (const end of ends) {
    const found = new RegExp(`^\\t*${end}$`, "m").exec(rest.slice(length));
    length = found ? length + found.index + found[0].length : rest.length;
  }
  return rest.slice(0, length);
}

function opened({ text, after }: Found, depth: number): Found[] {
  if (text === "") return [];
  const inside = depth < maxGroupDepth ? /^\(([\s\S]*)\)$/.exec(text)?.[1] : undefined;
  const parts = inside === undefined ? [] : partsOf(inside, depth + 1);
  if (parts.length === 0) return [{ text, after }];
  return parts.map((part, index) => ({ text: part.text, after: index === parts.length - 1 ? after : part.after }));
}
