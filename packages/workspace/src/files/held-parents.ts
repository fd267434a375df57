import { basename, dirname } from "node:path";
import { HeldFolder } from "./held-folder.ts";

/** A file as a name in an open folder. */
export interface HeldEntry {
  readonly folder: HeldFolder;
  readonly name: string;
}

/** The parents of files that are visited folder by folder; keeps one folder open at a time. */
export class HeldParents implements Disposable {
  #path = "";
  #folder: HeldFolder | undefined;

  /** Throws like `HeldFolder.open`. */
  of(absolute: string): HeldEntry {
    return { folder: this.hold(dirname(absolute)), name: basename(absolute) };
  }

  /** Throws like `HeldFolder.open`. */
  hold(path: string): HeldFolder {
    if (this.#folder && path === this.#path) return this.#folder;
    this.close();
    this.#folder = HeldFolder.open(path);
    this.#path = path;
    return this.#folder;
  }

  /** The next folder is looked up again. */
  close(): void {
    this.#folder?.close();
    this.#folder = undefined;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
