interface TwoTexts {
  readonly before: string;
  readonly after: string;
  /** Unchanged lines that stay on both sides. */
  readonly context: number;
}

/**
 * What is left of two texts without the lines they begin and end with in common: comparing those takes most of the
 * time in a large file.
 */
export function changedPart({ before, after, context }: TwoTexts): {
  before: string;
  after: string;
  linesBefore: number;
} {
  const start = lineStart(before, commonPrefix(before, after), context);
  const suffix = commonSuffix(before, after, start);
  const cut = suffix - lineEnd(before, before.length - suffix, context);
  const kept = Math.max(0, cut);
  return {
    before: before.slice(start, before.length - kept),
    after: after.slice(start, after.length - kept),
    linesBefore: countLines(before, start),
  };
}

function commonPrefix(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length < most && left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return length;
}

function commonSuffix(left: string, right: string, from: number): number {
  const most = Math.min(left.length, right.length) - from;
  let length = 0;
  while (length < most && left.charCodeAt(left.length - 1 - length) === right.charCodeAt(right.length - 1 - length)) {
    length += 1;
  }
  return length;
}

/** The start of the line at an offset, or of one `context` lines above it. */
function lineStart(text: string, offset: number, context: number): number {
  let at = offset;
  for (let line = 0; line <= context && at > 0; line += 1) at = text.lastIndexOf("\n", at - 1);
  return at <= 0 ? 0 : at + 1;
}

/** How many characters follow until the end of the line at an offset and of `context` lines more. */
function lineEnd(text: string, offset: number, context: number): number {
  let at = offset;
  for (let line = 0; line <= context; line += 1) {
    const end = text.indexOf("\n", at);
    if (end === -1) return text.length - offset;
    at = end + 1;
  }
  return at - offset;
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
