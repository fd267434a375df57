import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { RooError } from "@roo-code/types";
import { stateHeader } from "./serve-office.ts";
import type { OfficeServerKind } from "./server-kinds.ts";

export interface OfficeServers extends AsyncDisposable {
  /** As in `mcp-settings.json`, for an agent in any trial. */
  configurationOf(kind: OfficeServerKind): Record<string, unknown>;
}

const state = "{workspace}/office.json";
/** Answers that are remembered would be calls that nobody measures. */
const common = { cacheSeconds: 0, alwaysAllow: ["*"] };

/** Starts what must listen before an agent comes; the others an agent starts itself. Throws `RooError` `no_office`. */
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
  throw new RooError({ code: "no_office", message: "The server over HTTP did not start." });
}
