import { closeSync, constants, fdatasync, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs";

/** The end of a file that only grows by whole writes. */
export interface AppendFile {
  /** Writes all of it to the system's cache, or throws and leaves the file as it was. */
  append(bytes: Uint8Array): void;
  /** Brings what was appended onto the disk. Calls back once, later. */
  sync(done: (error: Error | null) => void): void;
  close(): void;
}

/** Created with access for the owner alone where it is missing. */
export function openAppendFile(path: string): AppendFile {
  const { O_APPEND, O_CREAT, O_WRONLY } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY, 0o600);
  let size = fstatSync(file).size;
  let isTorn = false;

  const cutBack = () => {
    ftruncateSync(file, size);
    isTorn = false;
  };

  return {
    append(bytes) {
      // A full disk may refuse even the cut; then it is due before anything follows the torn bytes.
      if (isTorn) cutBack();
      try {
        writeAll(file, bytes);
        size += bytes.length;
      } catch (error) {
        isTorn = true;
        cutBack();
        throw error;
      }
    },
    sync: (done) => fdatasync(file, done),
    close: () => closeSync(file),
  };
}

function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}
