import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Launcher } from "./launcher.ts";
import { WaitingSandbox } from "./waiting-sandbox.ts";

/** A sandbox that takes longer, or fails so often, is not worth waiting for: commands are started the plain way. */
const patienceMs = 10_000;
const maxFailures = 2;

export interface StandbyRequest {
  /** Equal for sandboxes that hold a command to the same. */
  readonly key: string;
  /** For the launcher. */
  readonly script: string;
  /** Keeps what the sandbox is mounted on in place until it is ready; called once, before anything is started. */
  hold(): { release(): void };
}

/**
 * Keeps one sandbox ready for the next command. It is used once, and only by a command that would get the very same one
 * if it were made now; else it is thrown away.
 */
export class Standby {
  readonly #folder: string;
  #script: { readonly text: string; readonly file: string } | undefined;
  #scripts = 0;
  #launcher: Launcher | undefined;
  #ready: { readonly key: string; readonly sandbox: WaitingSandbox } | undefined;
  #preparing: Promise<void> | undefined;
  #failures = 0;
  #isOver = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether one is ready or will be. */
  get isPrepared(): boolean {
    return this.#ready !== undefined || this.#preparing !== undefined;
  }

  /** Begins to make one ready, unless one is or will be. Never throws. */
  prepare(request: StandbyRequest): void {
    if (this.#isOver || this.#preparing || this.#ready?.key === request.key || this.#failures >= maxFailures) return;
    this.#discard();
    const held = request.hold();
    this.#preparing = this.#prepare(request)
      .catch(() => {
        this.#failures += 1;
      })
      .finally(() => {
        held.release();
        this.#preparing = undefined;
      });
  }

  /** One that is ready; undefined when there is none of that key. */
  take(key: string): WaitingSandbox | undefined {
    const found = this.#ready;
    if (found?.key !== key) return undefined;
    this.#ready = undefined;
    return found.sandbox;
  }

  /** When none is being made ready any more. Never rejects. */
  async settled(): Promise<void> {
    if (!this.#preparing) return;
    // What is prepared keeps no process from ending; whoever waits for it does.
    const waiting = setInterval(() => undefined, patienceMs);
    await this.#preparing.finally(() => clearInterval(waiting));
  }

  /** Ends every sandbox that it made. May be called twice. */
  dispose(): void {
    this.#isOver = true;
    this.#discard();
    this.#launcher?.dispose();
  }

  async #prepare({ key, script }: StandbyRequest): Promise<void> {
    this.#launcher ??= new Launcher(this.#folder);
    const launched = await this.#launcher.launch(this.#fileFor(script));
    const sandbox = new WaitingSandbox(launched, { signal: AbortSignal.timeout(patienceMs) });
    if (!(await sandbox.ready)) throw new Error("the sandbox did not get ready");
    this.#failures = 0;
    if (this.#isOver) sandbox.discard();
    else this.#ready = { key, sandbox };
  }

  /** The name of a file with the script. */
  #fileFor(text: string): string {
    if (this.#script?.text !== text) {
      const file = `start-${(this.#scripts += 1)}`;
      writeFileSync(join(this.#folder, file), text, { mode: 0o400 });
      this.#script = { text, file };
    }
    return this.#script.file;
  }

  #discard(): void {
    this.#ready?.sandbox.discard();
    this.#ready = undefined;
  }
}
