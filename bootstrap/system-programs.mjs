// Programs that tests use and npm cannot install. Installed only in CI, on Debian as root; elsewhere tests
// whose program is missing are skipped.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { log } from "./toolchain.mjs";

const programs = [
  { program: "strace", debianPackage: "strace", why: "kills the agent at a given fdatasync, and counts system calls" },
  { program: "faketime", debianPackage: "faketime", why: "changes the clock of a program" },
  { program: "bwrap", debianPackage: "bubblewrap", why: "sandboxes commands" },
  { program: "podman", debianPackage: "podman", why: "sandboxes commands without bwrap" },
  { program: "runc", debianPackage: "runc", why: "starts podman's containers" },
  { program: "chromium", debianPackage: "chromium", why: "runs the workbench and the agent's browser" },
  { program: "dbus-run-session", debianPackage: "dbus", why: "provides a session for the keychain" },
  { program: "gnome-keyring-daemon", debianPackage: "gnome-keyring", why: "provides a keychain" },
  { program: "secret-tool", debianPackage: "libsecret-tools", why: "reads the keychain" },
  { program: "redis-server", debianPackage: "redis-server", why: "sends updates between several machines" },
  { program: "zsh", debianPackage: "zsh", why: "completes commands of roo" },
  { program: "fish", debianPackage: "fish", why: "completes commands of roo" },
  { program: "go", debianPackage: "golang-go", why: "grades exercises in Go" },
  { program: "cargo", debianPackage: "cargo", why: "grades exercises in Rust" },
  { program: "javac", debianPackage: "default-jdk-headless", why: "grades exercises in Java" },
  {
    program: "JUnit 5",
    file: "/usr/share/java/junit-platform-launcher.jar",
    debianPackage: "junit5",
    why: "runs the tests of exercises in Java",
  },
  {
    program: "AssertJ",
    file: "/usr/share/java/assertj-core.jar",
    debianPackage: "libassertj-core-java",
    why: "is used by tests in Java",
  },
  { program: "python3", debianPackage: "python3", why: "grades exercises in Python" },
  {
    program: "pgvector",
    file: "/usr/share/postgresql/*/extension/vector.control",
    debianPackage: "^postgresql-.*-pgvector$",
    why: "stores vectors in PostgreSQL, which is installed with it",
  },
];

export function installSystemPrograms() {
  const missing = programs.filter((entry) => !isInstalled(entry));
  if (missing.length === 0) return;
  const mayInstall = process.env.CI === "true" && process.getuid?.() === 0 && existsSync("/etc/debian_version");
  if (mayInstall) {
    const names = missing.map(({ debianPackage }) => debianPackage);
    log(`installing ${names.join(", ")}`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    // One at a time: with an unknown name, such as pgvector on Debian 12, apt-get would install nothing.
    for (const name of names)
      spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { stdio: "inherit", env });
  }
  for (const { program, why, ...entry } of missing)
    if (!isInstalled({ program, ...entry })) log(`${program} is not installed (it ${why}): its tests are skipped`);
}

function isInstalled({ program, file }) {
  return spawnSync("sh", ["-c", file ? `ls ${file}` : `command -v ${program}`]).status === 0;
}
