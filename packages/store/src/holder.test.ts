import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { isProcessAlive, parseHolder, thisProcess } from "./holder.ts";

const hasProc = existsSync("/proc/self/stat");

it("recognizes this process as alive, by pid and start", () => {
  expect(isProcessAlive(thisProcess())).toBe(true);
});

it("recognizes an ended process as dead", async () => {
  const child = spawn("true");
  await once(child, "exit");
  expect(isProcessAlive({ ...thisProcess(), pid: child.pid ?? 0 })).toBe(false);
});

it.skipIf(!hasProc)("distinguishes two processes with the same pid (needs /proc)", () => {
  expect(isProcessAlive({ ...thisProcess(), start: "1" })).toBe(false);
});

it.skipIf(!hasProc)("treats a zombie as dead (needs /proc)", async () => {
  // The shell becomes a sleep, which never reaps its child.
  const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [output] = await once(parent.stdout, "data");
  const pid = Number(String(output));
  const holder = { pid, hostname: "", machine: "", released: false };
  await expect.poll(() => isProcessAlive(holder)).toBe(false);
  expect(existsSync(`/proc/${pid}/stat`)).toBe(true);
});

it.each(["", "{", "[]", "null", '"x"', "{}", '{"pid":"1","hostname":"h","machine":"m"}'])(
  "ignores a fence with the content %j",
  (text) => {
    expect(parseHolder(text)).toBeUndefined();
  },
);
