// Programs that tests use and npm cannot bring. Installed only in CI on Debian as root; elsewhere a test
// whose program is missing skips by name.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { say } from "./toolchain.mjs";

const programs = [
  { program: "strace", debianPackage: "strace", why: "kills the agent at an exact fdatasync" },
  { program: "faketime", debianPackage: "faketime", why: "sets the clock that a program sees" },
  { program: "bwrap", debianPackage: "bubblewrap", why: "confines commands" },
  { program: "podman", debianPackage: "podman", why: "confines commands where there is no bwrap" },
  { program: "runc", debianPackage: "runc", why: "starts podman's containers" },
  { program: "chromium", debianPackage: "chromium", why: "shows the workbench, and is the agent's browser" },
  { program: "dbus-run-session", debianPackage: "dbus", why: "gives the keychain a session of its own" },
  { program: "gnome-keyring-daemon", debianPackage: "gnome-keyring", why: "is a real keychain" },
  { program: "secret-tool", debianPackage: "libsecret-tools", why: "looks into the keychain" },
  { program: "redis-server", debianPackage: "redis-server", why: "tells several machines of each other's news" },
  { program: "go", debianPackage: "golang-go", why: "grades exercises in Go" },
  { program: "cargo", debianPackage: "cargo", why: "grades exercises in Rust, with the compiler that comes along" },
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
    why: "is what tests in Java are often written with",
  },
  { program: "python3", debianPackage: "python3", why: "grades exercises in Python" },
  {
    program: "pgvector",
    file: "/usr/share/postgresql/*/extension/vector.control",
    debianPackage: "^postgresql-.*-pgvector$",
    why: "keeps vectors in PostgreSQL, which comes along",
  },
];

export function installSystemPrograms() {
  const missing = programs.filter((entry) => !isInstalled(entry));
  if (missing.length === 0) return;
  const mayInstall = process.env.CI === "true" && process.getuid?.() === 0 && existsSync("/etc/debian_version");
  if (mayInstall) {
    const names = missing.map(({ debianPackage }) => debianPackage);
    say(`installing ${names.join(", ")}`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    // One by one: with a name that it does not know, as pgvector's on Debian 12, apt-get would install none of them.
    for (const name of names)
      spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { stdio: "inherit", env });
  }
  for (const { program, why, ...entry } of missing)
    if (!isInstalled({ program, ...entry })) say(`${program} is missing (it ${why}): its tests are skipped`);
}

function isInstalled({ program, file }) {
  return spawnSync("sh", ["-c", file ? `ls ${file}` : `command -v ${program}`]).status === 0;
}
