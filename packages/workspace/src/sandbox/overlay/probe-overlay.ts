import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OverlayPrograms, overlayCommand } from "../launch-scripts.ts";
import { systemProgram } from "../system-program.ts";
import { removeLayer } from "./remove-layer.ts";

/** What mounts an overlay here, tried out; undefined where nothing does. */
export async function probeOverlay(): Promise<OverlayPrograms | undefined> {
  const [unshare, mount] = [systemProgram("unshare"), systemProgram("mount")];
  if (unshare === undefined || mount === undefined) return undefined;
  const programs = { unshare, mount };
  const folder = mkdtempSync(join(tmpdir(), "roo-probe-"));
  try {
    const [lower = "", upper = "", work = "", merged = ""] = ["lower", "upper", "work", "merged"].map((name) => {
      mkdirSync(join(folder, name));
      return join(folder, name);
    });
    const command = ["/bin/sh", "-c", 'mkdir "$0/a" && rmdir "$0/a"', merged];
    const [program = "", ...rest] = overlayCommand({ lower, upper, work, merged, programs, command });
    return (await succeeds(program, rest)) ? programs : undefined;
  } finally {
    removeLayer(folder);
  }
}

async function succeeds(program: string, words: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, words, { timeout: 10_000 }, (error) => resolve(error === null));
  });
}
