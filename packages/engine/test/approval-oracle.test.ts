import { isNightly } from "@roo-code/testkit/nightly";
import { expect, it } from "vitest";
import { sampleWrapped } from "./oracle/denied-grammar.ts";
import { byFirstWord, byNames, findDenied, findSurprises } from "./oracle/find-surprises.ts";
import { sampleCommands } from "./oracle/shell-grammar.ts";
import { ShellOracle } from "./oracle/shell-oracle.ts";

const commandsPerRun = 2_000;
const runs = isNightly ? 10 : 1;

it("bash runs and writes only what was allowed", async () => {
  await using oracle = await ShellOracle.open();
  for (let run = 0; run < runs; run += 1) {
    const { allowed, programs, surprises } = await findSurprises(oracle, sampleCommands(commandsPerRun));
    expect(surprises).toEqual([]);
    // Otherwise nothing was tested.
    expect(allowed).toBeGreaterThan(200);
    expect(programs).toBeGreaterThan(200);
  }
}, 1_200_000);

it("detects when more runs than was allowed", async () => {
  await using oracle = await ShellOracle.open();
  const tricks = ["ls $(touch pwned)", "echo `evil`", "ls > f", "cat a.txt <(evil)", "rg --pre=./evil x", "echo >~/f"];
  const { allowed, surprises } = await findSurprises(oracle, tricks, byFirstWord);
  expect(allowed).toBe(tricks.length);
  for (const trick of tricks)
    expect(surprises.some((surprise) => surprise.startsWith(JSON.stringify(trick)))).toBe(true);
});

it("never runs a denied command, however it is wrapped", async () => {
  await using oracle = await ShellOracle.open();
  for (let run = 0; run < runs; run += 1) {
    const { allowed, ran } = await findDenied(oracle, sampleWrapped(commandsPerRun));
    expect(ran).toEqual([]);
    // Nested quotes may leave a command that only prints.
    expect(allowed.length).toBeLessThan(commandsPerRun / 50);
  }
}, 1_200_000);

it("detects when a denied command runs", async () => {
  await using oracle = await ShellOracle.open();
  const tricks = ["env curl x", "echo 'rm a.txt' > s; sh s", "x=curl; $x y", "eval 'rm a.txt'", "cu''rl x"];
  expect(await findDenied(oracle, tricks, byNames)).toEqual({ allowed: tricks, ran: tricks });
});
