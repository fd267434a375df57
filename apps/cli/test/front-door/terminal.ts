import { setTimeout as sleep } from "node:timers/promises";
import { type IPty, spawn } from "@lydell/node-pty";

/** A program in a pseudo-terminal. */
export class Terminal implements Disposable {
  readonly ended: Promise<number>;
  readonly #pty: IPty;
  #shown = "";
  #read = 0;
  #isRunning = true;

  constructor(command: string, options: { cwd: string; env: NodeJS.ProcessEnv }) {
    this.#pty = spawn("sh", ["-c", command], { ...options, cols: 160, rows: 50 });
    this.#pty.onData((data) => (this.#shown += data));
    this.ended = new Promise((resolve) =>
      this.#pty.onExit(({ exitCode }) => {
        this.#isRunning = false;
        resolve(exitCode);
      }),
    );
  }

  get shown(): string {
    return this.#shown;
  }

  /** Waits until this is shown after the last match. */
  async sees(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.#shown.slice(this.#read))) {
      if (!this.#isRunning) throw new Error(`ended without showing ${pattern}: ${this.#shown}`);
      await sleep(20);
    }
    this.#read = this.#shown.length;
  }

  types(text: string): void {
    this.#pty.write(text);
  }

  [Symbol.dispose](): void {
    if (this.#isRunning) this.#pty.kill("SIGKILL");
  }
}
