import { isNightly } from "@roo-code/testkit/nightly";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { crashEverywhere, spread } from "./crash/crash-loop.ts";
import { type FrozenCli, freezeCli } from "./crash/frozen-cli.ts";
import { scenarios } from "./crash/scenarios.ts";

const sample = isNightly ? {} : { choose: spread(1) };

describe("killed at an event of any log of its tree, and resumed", () => {
  let cli: FrozenCli;
  beforeAll(() => {
    cli = freezeCli();
  });
  afterAll(() => cli[Symbol.dispose]());

  it.each(scenarios)(
    "$name: nothing is lost, nothing is repeated, the files are as after an uninterrupted run",
    { timeout: isNightly ? 3_600_000 : 120_000 },
    async (scenario) => {
      const { problems, kills, survived, events } = await crashEverywhere(scenario, { cli, concurrency: 2, ...sample });
      expect(problems).toEqual([]);
      expect(events).toBeGreaterThan(40);
      expect(kills).toBeGreaterThan(survived);
      expect(kills + survived).toBeGreaterThanOrEqual(isNightly ? events : 1);
    },
  );
});
