import { chmodSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";
import { findContainerEngine } from "./find-container-engine.ts";

it("uses an engine as the user configured it if that works", async () => {
  await using place = programs({ podman: "exit 0", runc: "exit 0" });
  const program = place.path("podman");
  expect(await findContainerEngine((name) => place.path(name))).toEqual({ program, options: [], hasLimits: true });
});

it("uses another runtime if the default one fails, and leaves the user's configuration alone", async () => {
  await using place = programs({
    podman: `echo "$CONTAINERS_CONF" >> "$0.seen"
      case "$*" in *--runtime=*/runc*|*image*) exit 0 ;; esac
      echo 'crun: setrlimit RLIMIT_NOFILE: Operation not permitted' >&2; exit 126`,
    runc: "exit 0",
  });
  expect(await findContainerEngine((name) => place.path(name))).toEqual({
    program: place.path("podman"),
    options: ["--cgroup-manager=cgroupfs", "--events-backend=file", `--runtime=${place.path("runc")}`],
    hasLimits: true,
  });
  expect(new Set(place.readText("podman.seen").split("\n"))).toEqual(
    new Set([process.env["CONTAINERS_CONF"] ?? "", ""]),
  );
});

it("falls back to docker, and finds nothing if no engine can run a container", async () => {
  await using place = programs({ podman: "exit 125", docker: "echo 'Your kernel: limits are not supported' >&2" });
  const named = (name: string) => (name === "runc" ? undefined : place.path(name));
  expect(await findContainerEngine(named)).toEqual({ program: place.path("docker"), options: [], hasLimits: false });
  expect(await findContainerEngine((name) => (name === "podman" ? named(name) : undefined))).toBeUndefined();
});

function programs(scripts: Readonly<Record<string, string>>) {
  const files = Object.entries(scripts).map(([name, script]) => [name, `#!/bin/sh\n${script}\n`]);
  const place = createTempWorkspace(Object.fromEntries(files));
  for (const name of Object.keys(scripts)) chmodSync(place.path(name), 0o755);
  return place;
}
