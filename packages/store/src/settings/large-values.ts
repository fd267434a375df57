import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "@roo-code/types";
import { makeFolder } from "../sync-folder.ts";
import { withFileLock } from "./file-lock.ts";
import { replaceFile } from "./replace-file.ts";
import { withWriteErrors } from "./settings-errors.ts";

/** In characters of JSON. */
const largeFrom = 1_000_000;

/** Values too large to be kept in memory or among the settings, such as a history of tasks: a file each. */
export class LargeValues {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor({ home, clock }: { home: string; clock: Clock }) {
    this.#folder = join(home, "state");
    this.#clock = clock;
  }

  /** What JSON cannot hold is not large; whoever stores it among the settings is told. */
  static isLarge(value: unknown): boolean {
    try {
      return (JSON.stringify(value)?.length ?? 0) > largeFrom;
    } catch {
      return false;
    }
  }

  /** undefined when there is none; reads the disk every time. */
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

  /** Any key makes a plain file name. */
  #pathOf(key: string): string {
    return join(this.#folder, `${encodeURIComponent(key.toWellFormed())}.json`);
  }
}
