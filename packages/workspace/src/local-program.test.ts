import { chmodSync, symlinkSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit";
import { expect, it } from "vitest";
import { isLocalProgram } from "./local-program.ts";

it("knows the programs that the path leads to in the workspace, by whatever way", async () => {
  await using elsewhere = createTempWorkspace();
  await using temp = createTempWorkspace({ "bin/tool": "#!/bin/sh\n", "bin/text": "" });
  const { root } = temp;
  chmodSync(temp.path("bin/tool"), 0o755);
  symlinkSync(temp.path("bin"), elsewhere.path("bin"));
  const ways = ["bin", "./bin", temp.path("bin"), elsewhere.path("bin"), `/usr/bin:${temp.path("bin")}`];
  expect(ways.map((path) => isLocalProgram("tool", { root, path }))).toEqual(ways.map(() => true));
  for (const path of ["/usr/bin", "/nowhere", "..", elsewhere.root])
    expect(isLocalProgram("tool", { root, path })).toBe(false);
  expect(isLocalProgram("text", { root, path: "bin" })).toBe(false);
});
