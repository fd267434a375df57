import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Launcher } from "./launcher.ts";
import { WaitingSandbox } from "./waiting-sandbox.ts";

/** If a sandbox takes longer, or fails this often, commands are started without preparation. */
const readyTimeoutMs = 10_000;
const maxFailures = 2;

export interface StandbyRequest {
  /** Equal for sandboxes that confine a command identically. */
  readonly key: string;
  /** Run by the launcher. */
  readonly script: string;
  /** Keeps the folders that the sandbox is mounted on until it is ready; called once, before anything is started. */
  hold(): { release(): void };
}

/**
 * Keeps one sandbox ready for the next command. It is used once, and only for a command that would get an identical one
 * now; otherwise it is discarded.
 */
export class Standby {
  readonly #folder: string;
  #script: { readonly text: string; readonly file: string } | undefined;
  #scripts = 0;
  #launcher: Launcher | undefined;
  #ready: { readonly key: string; readonly sandbox: WaitingSandbox } | undefined;
  #preparing: Promise<void> | undefined;
  /** Kept until the sandbox that is being prepared is ready. */
  #held: { release(): void } | undefined;
  #failures = 0;
  #isDisposed = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether one is ready or being prepared. */
  get isPrepared(): boolean {
    return this.#ready !== undefined || this.#preparing !== undefined;
  }

  /** Starts preparing one unless one is ready or being prepared. Never throws. */
  prepare(request: StandbyRequest): void {
    if (this.#isDisposed || this.#preparing || this.#ready?.key === request.key || this.#failures >= maxFailures)
      return;
    this.#discard();
    this.#held = request.hold();
    this.#preparing = this.#prepare(request)
      .catch(() => {
        this.#failures += 1;
      })
      .finally(() => {
        this.#release();
        this.#preparing = undefined;
      });
  }

  /** The prepared sandbox; undefined if there is none with this key. */
  take(key: string): WaitingSandbox | undefined {
    const found = this.#ready;
    if (found?.key !== key) return undefined;
    this.#ready = undefined;
    return found.sandbox;
  }

  /** Resolves when none is being prepared. Never rejects. */
  async settled(): Promise<void> {
    if (!this.#preparing) return;
    // The preparation is unreferenced; a caller that awaits it must keep the process running.
    const waiting = setInterval(() => undefined, readyTimeoutMs);
    await this.#preparing.finally(() => clearInterval(waiting));
  }

  /** Ends every sandbox that it started. May be called twice. */
  dispose(): void {
    this.#isDisposed = true;
    this.#discard();
    this.#launcher?.dispose();
    // Not left to the preparation, which would end after this process may have: its placeholders would stay behind.
    this.#release();
  }

  async #prepare({ key, script }: StandbyRequest): Promise<void> {
    this.#launcher ??= new Launcher(this.#folder);
    const launched = await this.#launcher.launch(this.#scriptFile(script));
    const sandbox = new WaitingSandbox(launched, { signal: AbortSignal.timeout(readyTimeoutMs) });
    if (!(await sandbox.ready)) throw new Error("the sandbox did not become ready");
    this.#failures = 0;
    if (this.#isDisposed) sandbox.discard();
    else this.#ready = { key, sandbox };
  }

  /** The name of the script's file. */
  #scriptFile(text: string): string {
    if (this.#script?.text !== text) {
      const file = `start-${(this.#scripts += 1)}`;
      writeFileSync(join(this.#folder, file), text, { mode: 0o400 });
      this.#script = { text, file };
    }
    return this.#script.file;
  }

  #release(): void {
    this.#held?.release();
    this.#held = undefined;
  }

  #discard(): void {
    this.#ready?.sandbox.discard();
    this.#ready = undefined;
  }
}
