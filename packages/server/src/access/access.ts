import type { Principal } from "../http/handler.ts";

/** Decides who somebody is. Every member may be asked at any time; none throws. */
export interface Access {
  /** By a token: of a header, or of a socket's first frame. undefined for one that is not good. */
  byToken(token: string): Promise<Principal | undefined>;
  /** By what `cookieFor` or `cookieForCode` gave. */
  byCookie(value: string): Promise<Principal | undefined>;
  /** What a browser shows from now on in place of a token. */
  cookieFor(token: string): Promise<string | undefined>;
  /** The same for the code of an address, which is used up by it. */
  cookieForCode(code: string): Promise<string | undefined>;
  /** Cookies are shared by all ports of a host: servers of two homes must not take each other's away. */
  readonly cookieName: string;
}
