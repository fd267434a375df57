import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FileSecretStore, userSettingsFile } from "../src/index.ts";
import { realClock } from "./real-clock.ts";
import { startWriter } from "./start-writer.ts";
import { tempFolder } from "./temp-folder.ts";

it.each([2, 8])("loses nothing when %i processes write settings concurrently", async (count) => {
  const home = tempFolder();
  writeFileSync(join(home, "settings.json"), '{\n  // mine\n  "mode": "ask"\n}\n');
  const names = await runWriters({ what: "settings", home, count, writes: 8 });
  const { values, notices } = await userSettingsFile({ home, clock: realClock }).read();
  expect(values).toEqual({ mode: "ask", ...Object.fromEntries(names) });
  expect(notices.filter(({ code }) => code !== "unknown_key")).toEqual([]);
  expect(readFileSync(join(home, "settings.json"), "utf8")).toContain("// mine");
  expect(readdirSync(home)).toEqual(["settings.json"]);
});

it("loses nothing when processes store secrets concurrently, including the first ones", async () => {
  const home = tempFolder("home");
  const names = await runWriters({ what: "secrets", home, count: 3, writes: 6 });
  const secrets = new FileSecretStore({ home, clock: realClock });
  expect(await secrets.names()).toEqual(names.map(([name]) => name).sort());
  for (const [name] of names) expect(await secrets.get(name)).toBe(`value of ${name}`);
  expect(readdirSync(home).sort()).toEqual(["secrets.json", "secrets.key"]);
});

it("leaves the old or the new file when a writer is killed, and the next one continues", async () => {
  const home = tempFolder("home");
  mkdirSync(home);
  const file = userSettingsFile({ home, clock: realClock });
  await file.change({ mode: "ask" });
  const writers = Array.from({ length: 4 }, (_, round) => startWriter("counter", home, `round${round}`, "1000000"));
  await Promise.all(writers.map(({ ready }) => ready));
  for (const [round, writer] of writers.entries()) {
    writer.go();
    await expect.poll(() => writer.written(), { interval: 5 }).toBeGreaterThanOrEqual(2 + round);
    // In the middle of a write, at a different point each time.
    await new Promise((resolve) => setTimeout(resolve, round * 1.3));
    writer.process.kill("SIGKILL");
    await writer.ended;
    const { values, notices } = await file.read();
    expect(notices.filter(({ code }) => code !== "unknown_key")).toEqual([]);
    expect(values).toMatchObject({ mode: "ask", filler: "x".repeat(50_000) });
    expect([writer.written(), writer.written() + 1]).toContain(values[`round${round}`]);
    await file.change({ [`after${round}`]: true });
  }
  expect(readdirSync(home)).toEqual(["settings.json"]);
});

/** All written names, each with its number. */
async function runWriters({
  what,
  home,
  count,
  writes,
}: {
  what: string;
  home: string;
  count: number;
  writes: number;
}) {
  const writers = Array.from({ length: count }, (_, index) =>
    startWriter(what, home, `writer${index}-`, String(writes)),
  );
  await Promise.all(writers.map(({ ready }) => ready));
  for (const writer of writers) writer.go();
  expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual(writers.map(() => 0));
  return writers.flatMap((_, index) =>
    Array.from({ length: writes }, (__, number) => [`writer${index}-${number + 1}`, number + 1] as const),
  );
}
