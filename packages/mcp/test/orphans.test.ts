import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isNightly } from "@roo-code/testkit/nightly";
import { expect, it } from "vitest";
import { eventually } from "./eventually.ts";
import { tempFolder } from "./hub-under-test.ts";
import { isGone } from "./is-gone.ts";
import { referenceServer } from "./reference-servers.ts";

const program = fileURLToPath(new URL("fixtures/hub-process.ts", import.meta.url));
const hostile = fileURLToPath(new URL("fixtures/hostile-server.mjs", import.meta.url));
const rounds = isNightly ? 100 : 3;

it("leaves no server process when the host is killed", { timeout: rounds * 30_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const folder = tempFolder();
    const [forked, stubborn] = [join(folder, "forked"), join(folder, "stubborn")];
    const server = (...args: string[]) => ({ command: process.execPath, args });
    const servers = {
      plain: server(hostile, "none"),
      forks: server(hostile, "forks", forked),
      stubborn: server(hostile, "stubborn", stubborn),
      memory: server(referenceServer("memory")),
    };
    const host = spawn(process.execPath, [program, folder, JSON.stringify(servers)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(createInterface({ input: host.stdout }), "line");
    const pids: number[] = JSON.parse(String(line));
    const kept = [forked, stubborn]
      .filter(existsSync)
      .flatMap((file) => readFileSync(file, "utf8").split(" ").map(Number));
    const all = [...new Set([...pids, ...kept])];
    expect(all).toHaveLength(5);
    expect(all.filter(isGone)).toEqual([]);
    host.kill("SIGKILL");
    await eventually(() => all.every(isGone));
  }
});

it("leaves no server process when the host is killed while they start", { timeout: rounds * 30_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const folder = tempFolder();
    const servers = { forks: { command: process.execPath, args: [hostile, "forks", join(folder, "forked")] } };
    const host = spawn(process.execPath, [program, folder, JSON.stringify(servers)], { stdio: "ignore" });
    // At a different moment each time: from before the process exists to after it has answered.
    await new Promise((resolve) => setTimeout(resolve, 150 + (1_500 * round) / rounds));
    host.kill("SIGKILL");
    await once(host, "exit");
    await eventually(() => processesWith(folder).every(isGone));
    expect(processesWith(folder).filter((pid) => !isGone(pid))).toEqual([]);
  }
});

/** Processes whose command line contains a text. */
function processesWith(text: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
    } catch {
      return false;
    }
  });
}
