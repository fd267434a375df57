import { basename, dirname } from "node:path";
import { HeldFolder } from "./held-folder.ts";

/** A file's place. */
export interface HeldEntry {
  readonly folder: HeldFolder;
  readonly name: string;
}

/** The folders of files that are visited folder by folder, one held at a time: until another one is asked for. */
export class HeldParents implements Disposable {
  #path = "";
  #folder: HeldFolder | undefined;

  /** Throws as `HeldFolder.open`. */
  of(absolute: string): HeldEntry {
    return { folder: this.hold(dirname(absolute)), name: basename(absolute) };
  }

  /** Throws as `HeldFolder.open`. */
  hold(path: string): HeldFolder {
    if (this.#folder && path === this.#path) return this.#folder;
    this.close();
    this.#folder = HeldFolder.open(path);
    this.#path = path;
    return this.#folder;
  }

  /** The next one is looked up again. */
  close(): void {
    this.#folder?.close();
    this.#folder = undefined;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
