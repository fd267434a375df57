import { startServer } from "@roo-code/server";
import { InvalidArgumentError } from "commander";
import { commandParser, oneOf } from "../command-parser.ts";
import { openHost } from "../open-host.ts";
import { version } from "../version.ts";

interface Flags {
  host: string;
  port: number;
  output: "text" | "json";
}

export async function serve(args: readonly string[]): Promise<number> {
  const flags = commandParser("roo serve")
    .description("The server and its page.")
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("--port <number>", "the port; 0 takes any free one", portNumber, 3446)
    .option("--output <format>", "text or json", oneOf(["text", "json"]), "text")
    .parse(args, { from: "user" })
    .opts<Flags>();
  const server = await startServer({ host: openHost(), address: flags.host, port: flags.port, version });
  const { url, token, port } = server;
  process.stdout.write(
    flags.output === "json" ? `${JSON.stringify({ url, token, port, pid: process.pid })}\n` : `ready ${url}\n`,
  );
  await interrupted();
  await server.close();
  return 0;
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError("It must be a whole number from 0 to 65535.");
  return port;
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
