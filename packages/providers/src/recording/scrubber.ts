import type { Environment } from "../environment.ts";
import { isSecretName, secretsInHeaders } from "../redact.ts";
import { blankSecrets } from "./blank-secrets.ts";
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
