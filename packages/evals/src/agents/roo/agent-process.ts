import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcessTree } from "@roo-code/workspace";
import { markVariable } from "../../trial-mark.ts";
import { keyVariable } from "./agent-home.ts";

interface AgentProcessOptions {
  /** The command line of our own program. */
  readonly roo: readonly string[];
  readonly home: string;
  readonly folder: string;
  /** Hidden from the agent's commands. */
  readonly hidden: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly artifacts: string;
}

const stopTimeoutMs = 10_000;

/** `roo serve` on a socket. It exits when its standard input closes, so it never outlives its parent. */
export class AgentProcess {
  readonly socket: string;
  /** Resolves when it has exited, to a description of how. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #mark: string;

  constructor({ roo, home, folder, hidden, environment, artifacts }: AgentProcessOptions) {
    this.socket = join(home, "agent.sock");
    this.#mark = `ROO_HOME=${home}\0`;
    const [program = "", ...args] = roo;
    const log = openSync(join(artifacts, "agent.log"), "a", 0o600);
    const serveArgs = ["serve", "--ipc-only", this.socket, "--cwd", folder];
    this.#child = spawn(program, [...args, ...serveArgs], {
      cwd: folder,
      env: {
        ...withoutRooVariables(environment),
        ROO_HOME: home,
        ROO_EVAL_MODE: "true",
        ROO_EVAL_HIDDEN: hidden.join(delimiter),
      },
      stdio: ["pipe", log, log],
      detached: true,
    });
    closeSync(log);
    this.#child.stdin?.on("error", () => {});
    this.ended = this.#describeEnd();
  }

  /** Also ends everything it started. May be called twice. */
  async end(): Promise<void> {
    this.#child.stdin?.end();
    await Promise.race([this.ended, sleep(stopTimeoutMs, undefined, { ref: false })]);
    await endProcessTree({ leaders: new Set([this.#child.pid ?? 0]), environmentMark: this.#mark });
    await this.ended;
  }

  async #describeEnd(): Promise<string> {
    try {
      const [code, signal] = await once(this.#child, "exit");
      return `it exited with ${code ?? signal}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

const kept = new Set([keyVariable, markVariable, "ROO_RECORD", "ROO_REPLAY"]);

/** The user's Roo variables do not apply: only the run configures the agent. */
function withoutRooVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOurs = (name: string) => name.startsWith("ROO_") && !kept.has(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isOurs(name)));
}
