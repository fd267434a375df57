import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../workspace.ts";
import { writeDebianPackage } from "./debian-package.ts";

const hasDpkg = spawnSync("dpkg-deb", ["--version"]).status === 0;

it.skipIf(!hasDpkg)("installs roo, its manual and its completions (needs dpkg-deb)", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "roo-deb-test-"));
  const folder = join(scratch, "staged");
  const files = {
    "bin/node": '#!/bin/sh\necho started "$@"\n',
    "bin/roo": readFileSync(join(root, "release/platform/launcher.sh"), "utf8"),
    "cli/dist/roo.js": "",
    "share/man/man1/roo.1": ".TH ROO 1\n",
    LICENSE: "MIT\n",
    "THIRD-PARTY-NOTICES.txt": "others\n",
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    for (const program of ["node", "roo"]) chmodSync(join(folder, "bin", program), 0o755);
    const [deb, again] = [join(scratch, "a.deb"), join(scratch, "b.deb")];
    const about = { folder, version: "1.2.3", architecture: "amd64", seconds: 1_700_000_000 };
    await writeDebianPackage({ ...about, into: deb });
    await writeDebianPackage({ ...about, into: again });
    expect(readFileSync(again).equals(readFileSync(deb))).toBe(true);
    const fields = execFileSync("dpkg-deb", ["--field", deb, "Package", "Version", "Architecture"], {
      encoding: "utf8",
    });
    expect(fields).toBe("Package: roo-code\nVersion: 1.2.3\nArchitecture: amd64\n");
    execFileSync("dpkg-deb", ["--extract", deb, join(scratch, "system")]);
    const started = execFileSync(join(scratch, "system/usr/bin/roo"), ["run", "a b"], { encoding: "utf8" });
    expect(started).toMatch(/^started .*\/cli\/dist\/roo\.js run a b\n$/);
    for (const path of ["man/man1/roo.1", "doc/roo-code/copyright"])
      expect(existsSync(join(scratch, "system/usr/share", path))).toBe(true);
    execFileSync("dpkg-deb", ["--control", deb, join(scratch, "control")]);
    const checked = spawnSync("md5sum", ["--check", "--quiet", join(scratch, "control/md5sums")], {
      cwd: join(scratch, "system"),
    });
    expect(checked.status).toBe(0);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
