import type { Environment } from "../environment.ts";
import { isSecretName, secretsInHeaders } from "../redact.ts";
import type { RecordedHeaders } from "./recording.ts";

const secretVariables = /(KEY|TOKEN|SECRET|PASSWORD)$/i;
/** Shorter ones are placeholders; redacting them would only garble the recording. */
const minSecretLength = 8;
const redacted = "[redacted]";

interface SecretSources {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly environment: Environment;
}

/** Redacts keys and cookies in everything that is recorded, wherever they occur. */
export class Scrubber {
  /** Longest first: one may contain another. */
  readonly #secrets: readonly string[];

  constructor({ url, headers, environment }: SecretSources) {
    const values = [
      ...secretsInHeaders(headers),
      ...[...url.searchParams].flatMap(([name, value]) => (isSecretName(name) ? value : [])),
      ...Object.entries(environment).flatMap(([name, value]) => (secretVariables.test(name) && value ? value : [])),
    ];
    const long = values.map((value) => value.trim()).filter((value) => value.length >= minSecretLength);
    const secrets = new Set(long.flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encoded(value)]));
    this.#secrets = [...secrets].toSorted((left, right) => right.length - left.length);
  }

  text(text: string): string {
    return this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, redacted), text);
  }

  headers(headers: Readonly<Record<string, string | readonly string[] | undefined>>): RecordedHeaders {
    const clean = (value: string | readonly string[] = "") =>
      typeof value === "string" ? this.text(value) : value.map((item) => this.text(item));
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, isSecretName(name) ? redacted : clean(value)]),
    );
  }

  url(url: URL): string {
    const shown = new URL(url);
    for (const name of new Set(shown.searchParams.keys())) {
      if (isSecretName(name)) shown.searchParams.set(name, redacted);
    }
    return this.text(shown.href);
  }

  /** Keeps the lengths of the pieces, because frames may contain byte counts. A secret may span two pieces. */
  pieces(pieces: readonly Uint8Array[]): Buffer[] {
    const whole = Buffer.concat(pieces);
    blankSecrets(whole, this.#secrets);
    let start = 0;
    return pieces.map(({ length }) => {
      start += length;
      return whole.subarray(start - length, start);
    });
  }
}

function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

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
