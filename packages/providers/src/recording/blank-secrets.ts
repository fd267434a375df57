/** A field of JSON whose value is text: `"name":"value"`. */
const textField = /"((?:[^"\\]|\\.)*)"\s*:\s*"((?:[^"\\]|\\.)*)"/g;

interface Segment {
  /** Its offset in the bytes. */
  readonly at: number;
  /** Its offset in the joined text. */
  readonly from: number;
  readonly text: string;
}

/**
 * Overwrites secrets in place, so that byte counts in frames stay valid: both whole secrets, and those that a model sent
 * in deltas, a few characters in the same field of each event.
 */
export function blankSecrets(bytes: Buffer, secrets: readonly string[]): void {
  // One character per byte, so that offsets in the text are offsets in the bytes.
  const patterns = secrets.map((secret) => Buffer.from(secret).toString("latin1"));
  blank(bytes, [{ at: 0, from: 0, text: bytes.toString("latin1") }], patterns);
  for (const segments of segmentsByField(bytes.toString("latin1"))) blank(bytes, segments, patterns);
}

function segmentsByField(text: string): Iterable<readonly Segment[]> {
  const fields = new Map<string, Segment[]>();
  for (const match of text.matchAll(textField)) {
    const [whole, name = "", value = ""] = match;
    const segments = fields.get(name) ?? [];
    const last = segments.at(-1);
    const from = last ? last.from + last.text.length : 0;
    segments.push({ at: match.index + whole.length - value.length - 1, from, text: value });
    fields.set(name, segments);
  }
  return fields.values();
}

function blank(bytes: Buffer, segments: readonly Segment[], secrets: readonly string[]): void {
  const joined = segments.map(({ text }) => text).join("");
  for (const secret of secrets) {
    for (let start = joined.indexOf(secret); start >= 0; start = joined.indexOf(secret, start + 1)) {
      fill(bytes, segments, { start, end: start + secret.length });
    }
  }
}

function fill(bytes: Buffer, segments: readonly Segment[], { start, end }: { start: number; end: number }): void {
  for (const { at, from, text } of segments) {
    const first = Math.max(start, from);
    const last = Math.min(end, from + text.length);
    if (first < last) bytes.fill("*", at + first - from, at + last - from);
  }
}
