import { networkInterfaces } from "node:os";
import { codeParameter } from "./sign-in-routes.ts";

/** For who has just started the server, and for who asked for one now. */
export const startLifeMs = 3_600_000;
export const askedLifeMs = 5 * 60_000;

export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127(\.\d{1,3}){3}$/.test(address);
}

/** The address for a browser on this machine. */
export function localPlace(address: string, port: number): string {
  if (address === "0.0.0.0") return `http://127.0.0.1:${port}`;
  return address === "::" ? `http://[::1]:${port}` : placeAt(address, port);
}

/** The address for a browser on another machine; undefined where none could reach it. */
export function remotePlace(address: string, port: number, interfaces = networkInterfaces()): string | undefined {
  if (isLoopback(address)) return undefined;
  if (address !== "0.0.0.0" && address !== "::") return placeAt(address, port);
  const outside = Object.values(interfaces).flatMap((all) => (all ?? []).filter(({ internal }) => !internal));
  const found =
    outside.find(({ family }) => family === "IPv4") ??
    // Addresses of one link alone need the name of the device besides.
    outside.find((each) => address === "::" && each.family === "IPv6" && !each.address.startsWith("fe80"));
  return found && placeAt(found.address, port);
}

export function signInAddress(place: string, code: string): string {
  return `${place}/?${codeParameter}=${code}`;
}

function placeAt(address: string, port: number): string {
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
