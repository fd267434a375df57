import { createHmac, timingSafeEqual } from "node:crypto";
import { permissions } from "@roo-code/types/api";
import type { Principal } from "../http/handler.ts";
import type { Access } from "./access.ts";
import type { Keys } from "./kept-keys.ts";
import { OneTimeCodes } from "./one-time-codes.ts";

export interface TokenAccessOptions {
  readonly keys: Keys;
  /** In place of the kept one. */
  readonly token?: string | undefined;
  readonly home: string;
  readonly monotonic: () => number;
}

/** One user, who has the one token and may do everything. Cookies are good for as long as the keys are. */
export class TokenAccess implements Access {
  readonly codes: OneTimeCodes;
  readonly cookieName: string;
  readonly #given: string | undefined;
  readonly #user: Principal = { owner: "local", permissions: new Set(permissions) };
  #keys: Keys;

  constructor({ keys, token, home, monotonic }: TokenAccessOptions) {
    this.#keys = keys;
    this.#given = token;
    this.codes = new OneTimeCodes(monotonic);
    this.cookieName = `roo_session_${createHmac("sha256", "home").update(home).digest("hex").slice(0, 12)}`;
  }

  get token(): string {
    return this.#given ?? this.#keys.token;
  }

  /** From now on: nothing that was good before is, but a token that was given. */
  useKeys(keys: Keys): void {
    this.#keys = keys;
    this.codes.clear();
  }

  async byToken(token: string): Promise<Principal | undefined> {
    return isSame(token, this.token) ? this.#user : undefined;
  }

  async byCookie(value: string): Promise<Principal | undefined> {
    return isSame(value, this.#cookie()) ? this.#user : undefined;
  }

  async cookieFor(token: string): Promise<string | undefined> {
    return isSame(token, this.token) ? this.#cookie() : undefined;
  }

  async cookieForCode(code: string): Promise<string | undefined> {
    return this.codes.take(code) ? this.#cookie() : undefined;
  }

  /** Not the token itself: whoever gets hold of a cookie has no token to hand on. Another token, other cookies. */
  #cookie(): string {
    return createHmac("sha256", this.#keys.cookieKey).update(`roo cookie ${this.token}`).digest("base64url");
  }
}

/** As fast whatever is wrong with it. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
