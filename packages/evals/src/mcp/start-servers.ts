import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { RooError } from "@roo-code/types";
import type { OfficeServerKind } from "./office.ts";
import { stateHeader } from "./serve-office.ts";

export interface OfficeServers extends AsyncDisposable {
  /** As in `mcp-settings.json`, for any trial. */
  configurationOf(kind: OfficeServerKind): Record<string, unknown>;
}

const state = "{workspace}/office.json";
/** No caching, because cached answers would not be measured. */
const common = { cacheSeconds: 0, alwaysAllow: ["*"] };

/** Starts the HTTP server; agents start the others themselves. Throws `RooError` `no_office`. */
export async function startOfficeServers(command: readonly string[]): Promise<OfficeServers> {
  const [program = "", ...args] = command;
  const listening = spawn(program, [...args, "http"], { stdio: ["pipe", "pipe", "inherit"] });
  const url = await firstLine(listening);
  return {
    configurationOf: (kind) =>
      kind === "http"
        ? { type: "streamable-http", url, headers: { [stateHeader]: state }, ...common }
        : { type: "stdio", command: program, args: [...args, kind, state], ...common },
    async [Symbol.asyncDispose]() {
      listening.kill();
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout) for await (const line of createInterface({ input: child.stdout })) return line;
  throw new RooError({ code: "no_office", message: "The HTTP office server did not start." });
}
