// Programs that tests use and npm cannot bring. Installed only in CI on Debian as root; elsewhere a test
// whose program is missing skips by name.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { say } from "./toolchain.mjs";

const programs = [
  { program: "strace", debianPackage: "strace", why: "kills the agent at an exact fdatasync" },
  { program: "dbus-run-session", debianPackage: "dbus", why: "gives the keychain a session of its own" },
  { program: "gnome-keyring-daemon", debianPackage: "gnome-keyring", why: "is a real keychain" },
  { program: "secret-tool", debianPackage: "libsecret-tools", why: "looks into the keychain" },
];

export function installSystemPrograms() {
  const missing = programs.filter(({ program }) => !isInstalled(program));
  if (missing.length === 0) return;
  const mayInstall = process.env.CI === "true" && process.getuid?.() === 0 && existsSync("/etc/debian_version");
  if (mayInstall) {
    const names = missing.map(({ debianPackage }) => debianPackage);
    say(`installing ${names.join(", ")}`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], { stdio: "inherit", env });
  }
  for (const { program, why } of missing)
    if (!isInstalled(program)) say(`${program} is missing (it ${why}): its tests are skipped`);
}

function isInstalled(program) {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}
