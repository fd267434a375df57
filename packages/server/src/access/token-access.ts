import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { permissions } from "@roo-code/types/api";
import type { Principal } from "../http/handler.ts";
import type { Access } from "./access.ts";
import type { Keys } from "./server-keys.ts";

interface TokenAccessOptions {
  readonly keys: Keys;
  /** Instead of the stored one. */
  readonly token?: string | undefined;
  readonly home: string;
  readonly monotonic: () => number;
}

/** One user with one token and every permission. Cookies are valid as long as the keys are. */
export class TokenAccess implements Access {
  readonly codes: OneTimeCodes;
  readonly cookieName: string;
  readonly #ownToken: string | undefined;
  readonly #user: Principal = { owner: "local", permissions: new Set(permissions) };
  #keys: Keys;

  constructor({ keys, token, home, monotonic }: TokenAccessOptions) {
    this.#keys = keys;
    this.#ownToken = token;
    this.codes = new OneTimeCodes(monotonic);
    this.cookieName = `roo_session_${createHmac("sha256", "home").update(home).digest("hex").slice(0, 12)}`;
  }

  get token(): string {
    return this.#ownToken ?? this.#keys.token;
  }

  /** Invalidates everything issued before, except a token the server was started with. */
  useKeys(keys: Keys): void {
    this.#keys = keys;
    this.codes.clear();
  }

  async byToken(token: string): Promise<Principal | undefined> {
    return isEqual(token, this.token) ? this.#user : undefined;
  }

  async byCookie(value: string): Promise<Principal | undefined> {
    return isEqual(value, this.#cookie()) ? this.#user : undefined;
  }

  async cookieFor(token: string): Promise<string | undefined> {
    return isEqual(token, this.token) ? this.#cookie() : undefined;
  }

  async cookieForCode(code: string): Promise<string | undefined> {
    return this.codes.take(code) ? this.#cookie() : undefined;
  }

  /** Not the token itself, so that a stolen cookie does not reveal the token. Changing the token changes the cookie. */
  #cookie(): string {
    return createHmac("sha256", this.#keys.cookieKey).update(`roo cookie ${this.token}`).digest("base64url");
  }
}

/** In constant time. */
function isEqual(left: string, right: string): boolean {
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

interface Issued {
  readonly digest: string;
  readonly until: number;
}

const maxCodes = 50;

/** Codes in sign-in addresses: each signs in one browser, once, and expires. They are lost when the process ends. */
export class OneTimeCodes {
  readonly #monotonic: () => number;
  #open: Issued[] = [];

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  issue(lifeMs: number): string {
    const code = randomBytes(18).toString("base64url");
    this.#open = [...this.#valid(), { digest: digestOf(code), until: this.#monotonic() + lifeMs }].slice(-maxCodes);
    return code;
  }

  /** Whether the code is valid; it is used up. */
  take(code: string): boolean {
    const digest = digestOf(code);
    const valid = this.#valid();
    this.#open = valid.filter((issued) => issued.digest !== digest);
    return this.#open.length < valid.length;
  }

  clear(): void {
    this.#open = [];
  }

  #valid(): Issued[] {
    const now = this.#monotonic();
    return this.#open.filter(({ until }) => until > now);
  }
}

/** Digests are compared, so that timing reveals nothing about a code. */
function digestOf(code: string): string {
  return createHash("sha256").update(code).digest("base64url");
}
