import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { RooError, systemErrorCode } from "@roo-code/types";
import type { FastifyInstance } from "fastify";
import type { ServerOptions } from "./start-server.ts";

/** Listens on the first free port and returns it. Throws `port_in_use`, `cannot_listen`. */
export async function listen(
  app: FastifyInstance,
  { address, ports }: Pick<ServerOptions, "address" | "ports">,
): Promise<number> {
  for (const [index, port] of ports.entries())
    try {
      await app.listen({ host: address, port });
      return app.addresses().find((bound): bound is AddressInfo => typeof bound === "object")?.port ?? port;
    } catch (cause) {
      if (systemErrorCode(cause) !== "EADDRINUSE" || index === ports.length - 1)
        throw cannotListen(address, port, cause);
    }
  throw new RooError({ code: "wrong_usage", message: "Missing argument: port" });
}

function cannotListen(address: string, port: number, cause: unknown): RooError {
  const code = systemErrorCode(cause);
  if (code === "EADDRINUSE")
    return new RooError({
      code: "port_in_use",
      message: `Port ${port} on ${address} is in use, perhaps by another roo serve.`,
      next: "Stop it, or choose another port with --port (0 for any free port).",
      cause,
    });
  return new RooError({
    code: "cannot_listen",
    message: `The server cannot listen on ${address}:${port} (${code}).`,
    next: "Choose another --host or --port.",
    cause,
  });
}

export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127(\.\d{1,3}){3}$/.test(address);
}

/** The URL for a browser on this machine. */
export function localUrl(address: string, port: number): string {
  if (address === "0.0.0.0") return `http://127.0.0.1:${port}`;
  return address === "::" ? `http://[::1]:${port}` : urlAt(address, port);
}

/** The URL for a browser on another machine; undefined if none can reach it. */
export function remoteUrl(address: string, port: number, interfaces = networkInterfaces()): string | undefined {
  if (isLoopback(address)) return undefined;
  if (address !== "0.0.0.0" && address !== "::") return urlAt(address, port);
  const outside = Object.values(interfaces).flatMap((all) => (all ?? []).filter(({ internal }) => !internal));
  const found =
    outside.find(({ family }) => family === "IPv4") ??
    // Link-local addresses work only with the name of the network interface.
    outside.find((each) => address === "::" && each.family === "IPv6" && !each.address.startsWith("fe80"));
  return found && urlAt(found.address, port);
}

function urlAt(address: string, port: number): string {
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
