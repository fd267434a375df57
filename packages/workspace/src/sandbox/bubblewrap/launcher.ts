import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { launcherScript } from "../launch-scripts.ts";

/** Our ends of one sandbox's pipes. */
interface LaunchedPipes {
  /** The command's input. */
  readonly input: number;
  /** The command's output. */
  readonly output: number;
  /** Messages from the first process in the sandbox. */
  readonly status: number;
  /** Sends the command to that process. */
  readonly command: number;
  /** Write ends that keep `output` and `status` open until the sandbox has opened them. */
  readonly guards: readonly number[];
}

export interface Launched {
  readonly pid: number;
  readonly pipes: LaunchedPipes;
  /** Call after its last process: the pipes can be reused. */
  release(): void;
}

/**
 * A shell that starts sandboxes for us. Spawning blocks the main thread of a large process like ours for several
 * milliseconds, and a shell hardly at all. It ends with us, and everything it started ends with it.
 */
export class Launcher {
  readonly #folder: string;
  readonly #shell: ChildProcess;
  readonly #free: number[] = [];
  readonly #starting = new Map<number, { resolve: (pid: number) => void; reject: (error: Error) => void }>();
  #count = 0;
  #isDisposed = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.#shell = spawn("/bin/sh", ["-c", launcherScript, "roo-launcher", folder], {
      cwd: "/",
      env: { PATH: "/usr/bin:/bin" },
      stdio: ["pipe", "pipe", "ignore"],
      detached: true,
    });
    this.#shell.on("error", () => this.#end());
    this.#shell.on("exit", () => this.#end());
    this.#shell.stdin?.on("error", () => this.#end());
    if (this.#shell.stdout) createInterface(this.#shell.stdout).on("line", (line) => this.#onLine(line));
    this.#unref();
  }

  /** Runs a script that opens its pipes and becomes the sandbox. Rejects if the launcher has exited. */
  async launch(script: string): Promise<Launched> {
    const number = this.#free.pop() ?? (this.#count += 1);
    const started = new Promise<number>((resolve, reject) => this.#starting.set(number, { resolve, reject }));
    if (this.#isDisposed) this.#end();
    this.#shell.stdin?.write(`start ${number} ${script}\n`);
    const pid = await started;
    return {
      pid,
      pipes: openPipes(join(this.#folder, `pipe-${number}`)),
      release: () => {
        this.#free.push(number);
        if (!this.#isDisposed) this.#shell.stdin?.write(`forget ${pid}\n`);
      },
    };
  }

  /** Ends everything that it started. May be called twice. */
  dispose(): void {
    this.#isDisposed = true;
    this.#shell.stdin?.end();
  }

  /** Receives `<number> <pid>` once the pipes exist. */
  #onLine(line: string): void {
    const [number = 0, pid = 0] = line.split(" ").map(Number);
    this.#starting.get(number)?.resolve(pid);
    this.#starting.delete(number);
  }

  #end(): void {
    this.#isDisposed = true;
    for (const { reject } of this.#starting.values()) reject(new Error("the sandbox launcher has exited"));
    this.#starting.clear();
  }

  #unref(): void {
    this.#shell.unref();
    for (const stream of [this.#shell.stdin, this.#shell.stdout])
      if (stream && "unref" in stream && typeof stream.unref === "function") stream.unref();
  }
}

/** The sandbox's end of each pipe blocks until ours is open, so nothing is lost. */
function openPipes(prefix: string): LaunchedPipes {
  const opened: number[] = [];
  const open = (name: string, flags: number): number => {
    const descriptor = openSync(`${prefix}.${name}`, flags | constants.O_NONBLOCK);
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const [output, status] = [open("output", constants.O_RDONLY), open("status", constants.O_RDONLY)];
    const guards = [open("output", constants.O_WRONLY), open("status", constants.O_WRONLY)];
    return {
      output,
      status,
      guards,
      input: open("input", constants.O_RDWR),
      command: open("command", constants.O_RDWR),
    };
  } catch (error) {
    for (const descriptor of opened) closeSync(descriptor);
    throw error;
  }
}
