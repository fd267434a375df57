import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { FileSecretStore, userSettingsFile } from "../src/index.ts";
import { realClock } from "./real-clock.ts";

const home = mkdtempSync(join(tmpdir(), "roo-full-disk-"));
const isMounted = mountSmallDisk();
afterAll(() => {
  if (isMounted) execFileSync("umount", [home]);
  rmSync(home, { recursive: true });
});

it.skipIf(!isMounted)(
  "leaves settings and secrets as they were on a full disk (needs permission to mount)",
  async () => {
    const settings = userSettingsFile({ home, clock: realClock });
    const secrets = new FileSecretStore({ home, clock: realClock });
    await settings.change({ mode: "ask" });
    await secrets.set("a", "first");
    const before = contents();
    const { bavail, bsize } = statfsSync(home);
    writeFileSync(join(home, "ballast"), Buffer.alloc(bavail * bsize - 8_192));

    await expect(settings.change({ filler: "x".repeat(20_000) })).rejects.toMatchObject({ code: "disk_full" });
    await expect(secrets.set("b", "x".repeat(20_000))).rejects.toMatchObject({ code: "disk_full" });
    rmSync(join(home, "ballast"));
    expect(contents()).toEqual(before);
    await settings.change({ mode: "code" });
    await secrets.set("b", "second");
    expect([await secrets.get("a"), await secrets.get("b")]).toEqual(["first", "second"]);
  },
);

function contents(): string[] {
  return readdirSync(home).map((name) => `${name}: ${readFileSync(join(home, name), "base64")}`);
}

/** false if this user may not mount. */
function mountSmallDisk(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", home], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
