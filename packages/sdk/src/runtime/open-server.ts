import { openModesServer } from "@roo-code/host/mcp-serve";
import { RooError } from "@roo-code/types";
import type { ListenOptions, McpModesServerOptions } from "../mcp-modes-server.ts";
import { openDoor } from "./door.ts";

export interface OpenServer {
  serveStdio(): Promise<void>;
  listen(options: ListenOptions): Promise<string>;
  close(): Promise<void>;
}

const minTokenLength = 16;
const idleMs = 30 * 60_000;
const maxSessions = 100;
const loopback = ["127.0.0.1", "localhost", "[::1]"];

/** Throws `RooError` `bad_cwd`, `unknown_mode`, … */
export async function openServer(options: McpModesServerOptions): Promise<OpenServer> {
  const { log = () => undefined } = options;
  const tools = [...(options.tools ?? [])];
  const door = await openDoor({ ...options, currentTools: () => tools });
  const { host, storage, cwd, version } = door;
  const { provider = {}, settings = {}, autoApprove, limits = {} } = door.input();
  const opened = await openModesServer({
    host,
    home: storage.home,
    version,
    folder: cwd,
    provider,
    settings: {
      ...settings,
      ...(autoApprove && { autoApprove: [...autoApprove] }),
      ...(options.mode !== undefined && { mode: options.mode }),
      ...limitSettings(limits),
    },
    log,
  });
  const onError = (error: Error) => log(error.message);
  const { server } = opened;
  let closing: Promise<void> | undefined;
  const close = async () => {
    await opened.close();
    await storage.tidy();
  };
  return {
    serveStdio: () => server.serveStdio(onError),
    listen: ({ host: address = "127.0.0.1", port = 0, token }) => {
      if (typeof token !== "string" || token.length < minTokenLength)
        throw new RooError({ code: "bad_options", message: `The token needs at least ${minTokenLength} characters.` });
      const hostNames = [...new Set([...loopback, address])];
      return server.listen({ address, port, token, hostNames, idleMs, maxSessions, onError });
    },
    close: () => (closing ??= close()),
  };
}

function limitSettings({ costUsd, tokens, seconds }: { costUsd?: number; tokens?: number; seconds?: number }) {
  return {
    ...(costUsd !== undefined && { maxCost: costUsd }),
    ...(tokens !== undefined && { maxTokens: tokens }),
    ...(seconds !== undefined && { timeout: seconds }),
  };
}
