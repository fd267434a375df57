import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { locateRust } from "./rust-grader.ts";

it("names the command to run when rustup has no default toolchain", async () => {
  const folder = mkdtempSync(join(tmpdir(), "roo-rustup-"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const name of ["cargo", "rustc"]) {
    const message = `error: rustup could not choose a version of ${name} to run, and no default is configured.`;
    writeFileSync(join(folder, name), `#!/bin/sh\necho '${message}' >&2\necho '   0: backtrace' >&2\nexit 1\n`);
    chmodSync(join(folder, name), 0o755);
  }
  vi.stubEnv("PATH", folder);
  await expect(locateRust()).rejects.toMatchObject({
    code: "toolchain_missing",
    message: "Rust: rustup has no default toolchain.",
    next: "Run: rustup default stable",
  });
});
