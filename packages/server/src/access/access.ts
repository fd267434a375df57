import type { Principal } from "../http/handler.ts";

/** Identifies who makes a request. Every member may be called at any time; none throws. */
export interface Access {
  /** By a token, from a header or from a socket's first frame; undefined if it is not valid. */
  byToken(token: string): Promise<Principal | undefined>;
  /** By a cookie that `cookieFor` or `cookieForCode` returned. */
  byCookie(value: string): Promise<Principal | undefined>;
  /** The session cookie for a token; undefined if the token is not valid. */
  cookieFor(token: string): Promise<string | undefined>;
  /** The session cookie for a one-time code, which is used up. */
  cookieForCode(code: string): Promise<string | undefined>;
  /** Browsers share cookies between all ports of a host: servers of two homes must not overwrite each other's. */
  readonly cookieName: string;
}
