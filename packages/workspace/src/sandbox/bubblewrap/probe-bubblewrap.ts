import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchArguments } from "../launch-scripts.ts";
import { systemMounts } from "../paths/system-paths.ts";
import { assembleFilter } from "../seccomp/assemble-filter.ts";
import { systemProgram } from "../system-program.ts";
import type { BubblewrapAbilities } from "./bubblewrap-arguments.ts";
import { bubblewrapArguments } from "./bubblewrap-arguments.ts";

export function findBubblewrap(): string | undefined {
  return systemProgram("bwrap");
}

/** Tries the strictest options first. undefined, with bubblewrap's error, if even the weakest fail. */
export async function probeBubblewrap(
  program: string,
): Promise<{ readonly abilities?: BubblewrapAbilities; readonly trouble: string }> {
  const folder = mkdtempSync(join(tmpdir(), "roo-probe-"));
  const filter = join(folder, "filter");
  writeFileSync(filter, assembleFilter() ?? "");
  const best = {
    program,
    hasUserNamespace: true,
    disablesUserNamespaces: true,
    hasFilter: assembleFilter() !== undefined,
  };
  const candidates = [
    best,
    { ...best, disablesUserNamespaces: false },
    { ...best, disablesUserNamespaces: false, hasFilter: false },
  ];
  // As root, bubblewrap works without user namespaces if the kernel offers none.
  const asRoot = process.getuid?.() === 0 ? [{ ...best, hasUserNamespace: false, disablesUserNamespaces: false }] : [];
  let trouble = "";
  try {
    for (const candidate of [...candidates, ...asRoot]) {
      const outcome = await tryOut({ ...candidate, processFlag: "-u" }, { folder, filter });
      if ("processFlag" in outcome) return { abilities: { ...candidate, processFlag: outcome.processFlag }, trouble };
      trouble ||= outcome.trouble;
    }
    return { trouble };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryOut(
  abilities: BubblewrapAbilities,
  { folder, filter }: { folder: string; filter: string },
): Promise<{ readonly processFlag: "-u" | "-p" } | { readonly trouble: string }> {
  const sandbox = bubblewrapArguments(abilities, {
    mounts: systemMounts(),
    temporaryFolder: folder,
    cwd: "/tmp",
    sharesNetwork: false,
    ownsForeignFiles: false,
    user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  });
  const command = [...sandbox, "/bin/sh", "-c", "(ulimit -u 1000) 2>/dev/null && echo u || echo p"];
  return new Promise((resolve) => {
    execFile(
      "/bin/sh",
      launchArguments({ filter, groups: [], command }),
      { timeout: 10_000 },
      (error, stdout, stderr) => {
        const said = stdout.trim();
        if (said === "u" || said === "p") resolve({ processFlag: `-${said}` });
        else resolve({ trouble: (stderr.trim() || (error?.message ?? "")).split("\n")[0] ?? "" });
      },
    );
  });
}
