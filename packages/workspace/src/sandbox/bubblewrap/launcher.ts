import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { launcherScript } from "../launch-scripts.ts";

/** The pipes of one sandbox, our ends of them. */
export interface LaunchedPipes {
  /** What the command reads. */
  readonly input: number;
  /** What it prints. */
  readonly output: number;
  /** What the first process in the sandbox says. */
  readonly status: number;
  /** What tells that process the command. */
  readonly command: number;
  /** Writing ends that keep `output` and `status` from ending before the sandbox has opened them. */
  readonly guards: readonly number[];
}

export interface Launched {
  readonly pid: number;
  readonly pipes: LaunchedPipes;
  /** After its last process: its pipes may be used again. */
  reuse(): void;
}

/**
 * A shell that starts sandboxes for us. Starting a process takes a large process like ours several milliseconds of its
 * main thread, and the shell next to none. It ends with us, and what it started ends with it.
 */
export class Launcher {
  readonly #folder: string;
  readonly #shell: ChildProcess;
  readonly #free: number[] = [];
  readonly #waiting = new Map<number, { resolve: (pid: number) => void; reject: (error: Error) => void }>();
  #count = 0;
  #isOver = false;

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
    if (this.#shell.stdout) createInterface(this.#shell.stdout).on("line", (line) => this.#hear(line));
    this.#unref();
  }

  /** Runs a script that opens its pipes and becomes the sandbox. Rejects when there is no launcher any more. */
  async launch(script: string): Promise<Launched> {
    const number = this.#free.pop() ?? (this.#count += 1);
    const started = new Promise<number>((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
    if (this.#isOver) this.#end();
    this.#shell.stdin?.write(`start ${number} ${script}\n`);
    const pid = await started;
    return {
      pid,
      pipes: openPipes(join(this.#folder, `pipe-${number}`)),
      reuse: () => {
        this.#free.push(number);
        if (!this.#isOver) this.#shell.stdin?.write(`forget ${pid}\n`);
      },
    };
  }

  /** Ends everything that it started. May be called twice. */
  dispose(): void {
    this.#isOver = true;
    this.#shell.stdin?.end();
  }

  /** `<number> <pid>` once the pipes exist. */
  #hear(line: string): void {
    const [number = 0, pid = 0] = line.split(" ").map(Number);
    this.#waiting.get(number)?.resolve(pid);
    this.#waiting.delete(number);
  }

  #end(): void {
    this.#isOver = true;
    for (const { reject } of this.#waiting.values()) reject(new Error("the launcher of sandboxes has ended"));
    this.#waiting.clear();
  }

  #unref(): void {
    this.#shell.unref();
    for (const stream of [this.#shell.stdin, this.#shell.stdout])
      if (stream && "unref" in stream && typeof stream.unref === "function") stream.unref();
  }
}

/** The sandbox's own side of each blocks until ours is open, so none is missed. */
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
