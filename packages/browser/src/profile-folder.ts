import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new, empty profile. Those that killed processes left behind go at the same time. */
export async function createProfileFolder(): Promise<string> {
  await removeOrphans();
  return mkdtemp(join(tmpdir(), `roo-browser-${process.pid}-`));
}

/** Windows and slow disks hold files a moment longer than the browser lives. */
export async function removeProfileFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined);
}

async function removeOrphans(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const orphans = names.filter((name) => {
    const owner = /^roo-browser-(\d+)-/.exec(name)?.[1];
    return owner !== undefined && !isAlive(Number(owner));
  });
  await Promise.all(orphans.map((name) => removeProfileFolder(join(tmpdir(), name))));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
