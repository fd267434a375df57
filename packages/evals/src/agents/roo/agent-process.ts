import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcessTree } from "@roo-code/workspace";
import { markVariable } from "../../trial-mark.ts";
import { keyVariable } from "./agent-home.ts";

export interface AgentProcessOptions {
  /** The command line of our own program. */
  readonly roo: readonly string[];
  readonly home: string;
  readonly folder: string;
  /** Never seen by the agent's commands. */
  readonly hidden: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly artifacts: string;
}

const patienceMs = 10_000;

/** Our program, serving on a socket; ends with its input, so that it never outlives whoever started it. */
export class AgentProcess {
  readonly socket: string;
  /** Resolves when it is gone, to how that came. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #mark: string;

  constructor({ roo, home, folder, hidden, environment, artifacts }: AgentProcessOptions) {
    this.socket = join(home, "agent.sock");
    this.#mark = `ROO_HOME=${home}\0`;
    const [program = "", ...args] = roo;
    const log = openSync(join(artifacts, "agent.log"), "a", 0o600);
    const words = ["serve", "--ipc-only", this.socket, "--cwd", folder];
    this.#child = spawn(program, [...args, ...words], {
      cwd: folder,
      env: {
        ...withoutSettings(environment),
        ROO_HOME: home,
        ROO_EVAL_MODE: "true",
        ROO_EVAL_HIDDEN: hidden.join(delimiter),
      },
      stdio: ["pipe", log, log],
      detached: true,
    });
    closeSync(log);
    this.#child.stdin?.on("error", () => {});
    this.ended = this.#untilEnd();
  }

  /** Everything it started included. May be called twice. */
  async end(): Promise<void> {
    this.#child.stdin?.end();
    await Promise.race([this.ended, sleep(patienceMs, undefined, { ref: false })]);
    await endProcessTree({ leaders: new Set([this.#child.pid ?? 0]), environmentMark: this.#mark });
    await this.ended;
  }

  async #untilEnd(): Promise<string> {
    try {
      const [code, signal] = await once(this.#child, "exit");
      return `it ended with ${code ?? signal}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

const kept = new Set([keyVariable, markVariable, "ROO_RECORD", "ROO_REPLAY"]);

/** Variables that set something of ours are the person's: only the run says how the agent is set up. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOurs = (name: string) => name.startsWith("ROO_") && !kept.has(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isOurs(name)));
}
