import { createHash, randomBytes } from "node:crypto";

interface Issued {
  readonly digest: string;
  readonly until: number;
}

const mostOpen = 50;

/** Codes for addresses: each signs one browser in, once, and only for a while. They end with the process. */
export class OneTimeCodes {
  readonly #monotonic: () => number;
  #open: Issued[] = [];

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  issue(lifeMs: number): string {
    const code = randomBytes(18).toString("base64url");
    this.#open = [...this.#stillGood(), { digest: digestOf(code), until: this.#monotonic() + lifeMs }].slice(-mostOpen);
    return code;
  }

  /** Whether it is good. It is not from now on. */
  take(code: string): boolean {
    const digest = digestOf(code);
    const good = this.#stillGood();
    this.#open = good.filter((issued) => issued.digest !== digest);
    return this.#open.length < good.length;
  }

  clear(): void {
    this.#open = [];
  }

  #stillGood(): Issued[] {
    const now = this.#monotonic();
    return this.#open.filter(({ until }) => until > now);
  }
}

/** Digests are compared, so that the time it takes says nothing about a code. */
function digestOf(code: string): string {
  return createHash("sha256").update(code).digest("base64url");
}
