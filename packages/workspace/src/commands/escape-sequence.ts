export interface EscapeSequence {
  /** Number of characters. */
  readonly length: number;
  /** The letter that ends a control sequence (`A` moves up, `K` erases, …); absent if it only affects appearance. */
  readonly action?: string;
  /** Its first number, 0 if it has none. */
  readonly count?: number;
}

const escape = "\u001b";
const bell = "\u0007";
const controlStart = "\u009b";
/** Introduce text for the terminal itself, such as its title. */
const textStarts = "]PX^_";
const maxSequenceLength = 4096;

/** The sequence at a position of the text; undefined if it is incomplete. Anything else counts as one character. */
export function readEscapeSequence(text: string, at: number): EscapeSequence | undefined {
  if (text[at] === controlStart) return readControl(text, { at, start: at + 1 });
  const kind = text[at + 1];
  if (kind === undefined) return undefined;
  if (kind === "[") return readControl(text, { at, start: at + 2 });
  if (textStarts.includes(kind)) return readText(text, at);
  const end = skip(text, at + 1, isIntermediate);
  if (end === text.length) return undefined;
  const action = end === at + 1 && text[end] === "M" ? { action: "A", count: 1 } : {};
  return { length: end + 1 - at, ...action };
}

function readControl(text: string, { at, start }: { at: number; start: number }): EscapeSequence | undefined {
  const afterParameters = skip(text, start, isParameter);
  const end = skip(text, afterParameters, isIntermediate);
  if (end === text.length) return end - at < maxSequenceLength ? undefined : { length: 1 };
  const action = text[end] ?? "";
  if (action < "@" || action > "~") return { length: end - at };
  const count = Number.parseInt(text.slice(start, afterParameters), 10) || 0;
  return { length: end + 1 - at, action, count: Math.min(count, maxSequenceLength) };
}

function readText(text: string, at: number): EscapeSequence | undefined {
  for (let end = at + 2; end < text.length && end - at < maxSequenceLength; end += 1) {
    if (text[end] === bell) return { length: end + 1 - at };
    if (text[end] === escape) {
      if (end + 1 === text.length) return undefined;
      return { length: end + (text[end + 1] === "\\" ? 2 : 0) - at };
    }
  }
  return text.length - at < maxSequenceLength ? undefined : { length: 2 };
}

function skip(text: string, from: number, isSkipped: (character: string) => boolean): number {
  let end = from;
  while (end < text.length && end - from < maxSequenceLength && isSkipped(text[end] ?? "")) end += 1;
  return end;
}

function isParameter(character: string): boolean {
  return character >= "0" && character <= "?";
}

function isIntermediate(character: string): boolean {
  return character >= " " && character <= "/";
}
