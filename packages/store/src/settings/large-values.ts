import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "@roo-code/types";
import { withFileLock } from "../files/file-lock.ts";
import { replaceFile } from "../files/replace-file.ts";
import { makeFolder } from "../sync-folder.ts";
import { withWriteErrors } from "./settings-errors.ts";

const minLargeCharacters = 1_000_000;

/** Values too large for memory or the settings file, such as a task history: one file each. */
export class LargeValues {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor({ home, clock }: { home: string; clock: Clock }) {
    this.#folder = join(home, "state");
    this.#clock = clock;
  }

  /** False for values that JSON cannot represent; writing them to the settings file reports the error. */
  static isLarge(value: unknown): boolean {
    try {
      return (JSON.stringify(value)?.length ?? 0) > minLargeCharacters;
    } catch {
      return false;
    }
  }

  /** undefined when there is none. Reads from disk every time. */
  read(key: string): unknown {
    try {
      return JSON.parse(readFileSync(this.#pathOf(key), "utf8"));
    } catch {
      return undefined;
    }
  }

  async write(key: string, value: unknown): Promise<void> {
    const path = this.#pathOf(key);
    await withWriteErrors(path, async () => {
      await makeFolder(this.#folder);
      await withFileLock(path, this.#clock, () => replaceFile(path, JSON.stringify(value)));
    });
  }

  remove(key: string): void {
    rmSync(this.#pathOf(key), { force: true });
  }

  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Encoded, so that any key is a plain file name. */
  #pathOf(key: string): string {
    return join(this.#folder, `${encodeURIComponent(key.toWellFormed())}.json`);
  }
}
