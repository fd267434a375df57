import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ControlGroups } from "./control-groups.ts";
import { defaultLimits } from "./limits.ts";

const small = { ...defaultLimits, processes: 20, memoryBytes: 64 * 1024 ** 2 };
const canLimit = (() => {
  const groups = new ControlGroups(small);
  const { isComplete } = groups;
  groups.dispose();
  return isComplete;
})();

describe.skipIf(!canLimit)("a control group (needs one that can be written)", () => {
  it("limits processes and memory of its members, and of no others", () => {
    const groups = new ControlGroups(small);
    const files = groups.files();
    const inGroup = (script: string, joined: readonly string[]) =>
      spawnSync("/bin/sh", ["-c", `for f in "$@"; do echo 0 > "$f"; done\n${script}`, "sh", ...joined], {
        encoding: "utf8",
      });
    const forks = "for i in $(seq 40); do sleep 0.5 & done; echo all";
    expect(inGroup(forks, files).stdout).not.toContain("all");
    expect(inGroup(forks, []).stdout).toContain("all");
    const memory = "python3 -c 'x = bytearray(200 * 1024 ** 2); print(\"had\")'";
    expect(inGroup(memory, files).stdout).not.toContain("had");
    expect(inGroup(memory, []).stdout).toContain("had");
    groups.dispose();
    expect(files.filter((file) => existsSync(file))).toEqual([]);
  });
});
