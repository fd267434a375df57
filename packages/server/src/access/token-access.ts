import { createHmac, timingSafeEqual } from "node:crypto";
import { permissions } from "@roo-code/types/api";
import type { Principal } from "../http/handler.ts";
import type { Access } from "./access.ts";

/** One user, who has the one token and may do everything. */
export class TokenAccess implements Access {
  readonly #token: string;
  readonly #cookie: string;
  readonly #user: Principal = { owner: "local", permissions: new Set(permissions) };

  constructor(token: string) {
    this.#token = token;
    // Not the token itself: whoever gets hold of a cookie has no token to hand on.
    this.#cookie = createHmac("sha256", token).update("roo cookie").digest("base64url");
  }

  async byToken(token: string): Promise<Principal | undefined> {
    return isSame(token, this.#token) ? this.#user : undefined;
  }

  async byCookie(value: string): Promise<Principal | undefined> {
    return isSame(value, this.#cookie) ? this.#user : undefined;
  }

  async cookieFor(token: string): Promise<string | undefined> {
    return isSame(token, this.#token) ? this.#cookie : undefined;
  }
}

/** As fast whatever is wrong with it. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
