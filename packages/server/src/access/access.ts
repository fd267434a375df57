import type { Principal } from "../http/handler.ts";

/** Decides who somebody is. Every member may be asked at any time; none throws. */
export interface Access {
  /** By a token: of a header, of a socket's first frame, or of the first address. undefined for one that is not good. */
  byToken(token: string): Promise<Principal | undefined>;
  /** By what `cookieFor` gave. */
  byCookie(value: string): Promise<Principal | undefined>;
  /** What a browser shows from now on in place of a token. */
  cookieFor(token: string): Promise<string | undefined>;
}
