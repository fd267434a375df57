import * as module from "node:module";
import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { isMainThread } from "node:worker_threads";
import * as hooks from "./module-hooks.ts";
import { provideKits } from "./module-hooks.ts";
import { readyId, type ToolReply, type ToolRequest } from "./protocol.ts";
import { callTool, describeFile, messageOf } from "./tool-file.ts";

/**
 * Older versions of Node run the hooks in a separate thread, which loads this file.
 * @public
 */
export { initialize, load, resolve } from "./module-hooks.ts";

/** Not stdin and stdout, which the tools themselves may use. */
const descriptor = 3;

if (isMainThread) serve();

/** Answers requests until the socket closes. */
function serve(): void {
  installHooks();
  const socket = new Socket({ fd: descriptor, readable: true, writable: true });
  const running = new Map<number, AbortController>();
  const send = (reply: ToolReply): void => void socket.write(`${JSON.stringify(reply)}\n`);
  createInterface({ input: socket }).on("line", (line) => {
    const request: ToolRequest = JSON.parse(line);
    if (request.type === "cancel") running.get(request.id)?.abort();
    else void settle(request, running).then(send);
  });
  socket.on("error", () => process.exit(0));
  socket.on("close", () => process.exit(0));
  send({ id: readyId, ok: true, value: process.version });
}

function installHooks(): void {
  const data = { kits: provideKits() };
  if (typeof module.registerHooks !== "function") return module.register(import.meta.url, { data });
  hooks.initialize(data);
  module.registerHooks({
    resolve: (specifier, context, next) => hooks.resolve(specifier, context, next),
    load: (url, context, next) => hooks.load(url, context, next),
  });
}

async function settle(
  request: Exclude<ToolRequest, { type: "cancel" }>,
  running: Map<number, AbortController>,
): Promise<ToolReply> {
  const { id } = request;
  if (request.type === "describe") {
    return describeFile(request.file).then(
      (value) => ({ id, ok: true, value }),
      (error: unknown) => ({ id, ok: false, code: "tool_failed", message: messageOf(error) }),
    );
  }
  const abort = new AbortController();
  running.set(id, abort);
  try {
    return { id, ...(await callTool({ ...request, signal: abort.signal })) };
  } finally {
    running.delete(id);
  }
}
