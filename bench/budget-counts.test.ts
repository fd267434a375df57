import { beforeAll, describe, expect, it } from "vitest";
import { hasBubblewrap } from "../packages/workspace/test/sandboxed.ts";
import { aboveCeilings, countsOfStart, countsOfTurn } from "./budget-ceilings.ts";
import { canTrace, countTurns, type TurnCounts } from "./budget-counts.ts";
import { type LoadedAtStart, loadedAtStart } from "./budget-modules.ts";
import { turnKinds } from "./budget-tasks.ts";

const isTraced = canTrace();

describe("before its first request, roo run", () => {
  let loaded: LoadedAtStart;
  beforeAll(async () => {
    loaded = await loadedAtStart();
  });

  it("loads no more modules and bytes than their ceilings", () => {
    expect(loaded.modules).toContain("apps/cli/src/commands/run.ts");
    expect(aboveCeilings(countsOfStart(loaded))).toEqual([]);
  });

  it("loads neither the schema library nor cryptography and child processes", () => {
    expect(loaded.builtins).toContain("node:http");
    const unwanted = /^node:(crypto|child_process)$|^node_modules\/zod\//;
    expect([...loaded.builtins, ...loaded.modules].filter((name) => unwanted.test(name))).toEqual([]);
  });
});

describe.each(turnKinds)("a turn (%s)", (kind) => {
  const needs = kind === "shell" ? ["strace", "bwrap"] : ["strace"];
  let counts: TurnCounts;
  beforeAll(async () => {
    counts = await countTurns(kind, { isTraced });
  });

  it("logs no more bytes than its ceiling", () => {
    expect(counts.logBytes).toBeGreaterThan(0);
    expect(aboveCeilings(countsOfTurn(kind, { ...counts, traced: undefined }))).toEqual([]);
  });

  it.skipIf(!isTraced || (kind === "shell" && !hasBubblewrap))(
    `takes no more system calls, syncs and processes than their ceilings (needs ${needs.join(" and ")})`,
    () => {
      expect(counts.traced?.syncs).toBeGreaterThan(0);
      expect(aboveCeilings(countsOfTurn(kind, counts))).toEqual([]);
    },
  );
});
