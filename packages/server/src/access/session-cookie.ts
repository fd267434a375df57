import type { IncomingHttpHeaders } from "node:http";
import type { Principal } from "../http/handler.ts";
import type { Access } from "./access.ts";

/** The longest that browsers keep one. It is renewed whenever the page is opened. */
const lastsSeconds = 400 * 24 * 3600;

const rules = "HttpOnly; SameSite=Strict; Path=/";

export function sessionCookie({ cookieName }: Access, value: string): string {
  return `${cookieName}=${value}; Max-Age=${lastsSeconds}; ${rules}`;
}

export function endedCookie({ cookieName }: Access): string {
  return `${cookieName}=; Max-Age=0; ${rules}`;
}

export function cookieOf({ cookie = "" }: IncomingHttpHeaders, { cookieName }: Access): string | undefined {
  const pairs = cookie.split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([name]) => name === cookieName)?.[1];
}

/** Who a browser is that has been here before. */
export async function principalByCookie(headers: IncomingHttpHeaders, access: Access): Promise<Principal | undefined> {
  const value = cookieOf(headers, access);
  return value === undefined ? undefined : access.byCookie(value);
}
