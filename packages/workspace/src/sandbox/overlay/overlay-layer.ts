import { execFile } from "node:child_process";
import { join } from "node:path";
import { type OverlayPrograms, overlayCommand } from "../launch-scripts.ts";
import { keepChanges } from "./keep-changes.ts";
import { overlayChanges } from "./overlay-changes.ts";
import { removeLayer } from "./remove-layer.ts";

const mostFolders = 2000;

/** A copy of a folder for one command: what it changes lies in a layer of its own. */
export class OverlayLayer {
  readonly #folder: string;
  readonly #root: string;
  readonly #programs: OverlayPrograms;

  /** `folder` has the folders `upper`, `work` and `merged` in it. */
  constructor(options: { folder: string; root: string; programs: OverlayPrograms }) {
    this.#folder = options.folder;
    this.#root = options.root;
    this.#programs = options.programs;
  }

  /** Where the copy is for what runs within `command`. */
  get merged(): string {
    return join(this.#folder, "merged");
  }

  /** The words that start a command which sees the copy. */
  command(command: readonly string[]): readonly string[] {
    const { merged } = this;
    const [upper, work] = [join(this.#folder, "upper"), join(this.#folder, "work")];
    return overlayCommand({ lower: this.#root, upper, work, merged, programs: this.#programs, command });
  }

  /** Brings back what may be written, and forgets the rest. Gives the paths of that. */
  async keep(mayWrite: (path: string) => boolean): Promise<readonly string[]> {
    const upper = join(this.#folder, "upper");
    try {
      const shownIn = (folders: readonly string[]) => this.#shownIn(folders);
      const changes = await overlayChanges({ lower: this.#root, upper, shownIn });
      return keepChanges({ root: this.#root, upper, changes, mayWrite });
    } finally {
      removeLayer(this.#folder);
    }
  }

  async #shownIn(folders: readonly string[]): Promise<ReadonlySet<string>> {
    const list = 'cd "$0" && find "$@" -mindepth 1 -maxdepth 1 -print0';
    const names = folders.slice(0, mostFolders).map((folder) => `./${folder}`);
    const [program = "", ...rest] = this.command(["/bin/sh", "-c", list, this.merged, ...names]);
    const output = await new Promise<string>((resolve, reject) => {
      execFile(program, rest, { maxBuffer: 64 * 1024 ** 2 }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
    });
    return new Set(output.split("\0").map((path) => path.slice(2)));
  }
}
