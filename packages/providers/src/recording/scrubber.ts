import type { Environment } from "../environment.ts";
import { isSecretName, secretsInHeaders } from "../secret-headers.ts";
import { blankSecrets } from "./blank-secrets.ts";
import type { RecordedHeaders } from "./recorded-exchange.ts";

const secretVariables = /(KEY|TOKEN|SECRET|PASSWORD)$/i;
/** Shorter ones are placeholders; blanking them out would only garble the recording. */
const shortestSecret = 8;
const redacted = "[redacted]";

export interface SecretSources {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly environment: Environment;
}

/** Takes keys and cookies out of everything that is written down, wherever they occur. */
export class Scrubber {
  /** Longest first: one may be a part of another. */
  readonly #secrets: readonly string[];

  constructor({ url, headers, environment }: SecretSources) {
    const values = [
      ...secretsInHeaders(headers),
      ...[...url.searchParams].flatMap(([name, value]) => (isSecretName(name) ? value : [])),
      ...Object.entries(environment).flatMap(([name, value]) => (secretVariables.test(name) && value ? value : [])),
    ];
    const long = values.map((value) => value.trim()).filter((value) => value.length >= shortestSecret);
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

  /** The same pieces, of the same lengths: a secret may lie across two, and frames may count their bytes. */
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
