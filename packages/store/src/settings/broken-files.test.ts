import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import type { ConfigurationNotice } from "@roo-code/types";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { parseSettingsText } from "./parse-jsonc.ts";
import { SettingsFile } from "./settings-file.ts";
import { brokenFile } from "./settings-notices.ts";

const canary = "sk-canary-0123456789";

it("explains what is wrong with each of 10,000 broken texts, without quoting them", async () => {
  const path = "settings.json";
  let count = 0;
  await fc.assert(
    fc.asyncProperty(brokenTexts, async (text) => {
      count += 1;
      const { problem } = await parseSettingsText(text);
      return problem !== undefined && isSafeNotice(brokenFile(path, problem), path);
    }),
    { numRuns: 10_000 },
  );
  expect(count).toBeGreaterThanOrEqual(10_000);
});

// Fewer than texts: on a busy disk every file takes milliseconds.
it("survives broken files with a notice for each", async () => {
  const path = join(tempFolder(), "settings.json");
  const file = new SettingsFile({ path, clock: new FakeClock() });
  await fc.assert(
    fc.asyncProperty(brokenFiles, async (bytes) => {
      writeFileSync(path, bytes);
      const { values, notices } = await file.read();
      expect([values, notices.length]).toEqual([{}, 1]);
      return isSafeNotice(notices[0], path);
    }),
    { numRuns: 500 },
  );
});

it("survives arbitrary bytes", async () => {
  const path = join(tempFolder(), "settings.json");
  const file = new SettingsFile({ path, clock: new FakeClock() });
  const mutated = fc
    .tuple(settingsTexts, fc.nat(), fc.nat({ max: 3 }), fc.uint8Array({ maxLength: 3 }))
    .map(([text, at, cut, insert]) => splice(Buffer.from(text), { at, cut, insert }));
  let broken = 0;
  await fc.assert(
    fc.asyncProperty(mutated, async (bytes) => {
      writeFileSync(path, bytes);
      const { values, notices } = await file.read();
      const isBroken = notices.some(({ code }) => code === "broken_file");
      if (isBroken) broken += 1;
      return !(isBroken && Object.keys(values).length > 0) && !JSON.stringify(notices).includes("canary");
    }),
    { numRuns: 500 },
  );
  expect(broken).toBeGreaterThan(50);
});

/** Not empty, and not in a key: keys are named in notices. */
const settingsTexts = fc
  .tuple(fc.constantFrom("mode", "maxTurns", "autoApprove", "future"), fc.jsonValue({ maxDepth: 1 }))
  .map(([key, value]) => JSON.stringify({ apiKey: canary, [key]: value }, null, 2));

/** Ways to turn a valid object into an invalid one. */
const brokenTexts = fc.oneof(
  fc.tuple(settingsTexts, fc.double({ min: 0, max: 1, noNaN: true })).map(([text, part]) => {
    return text.slice(0, 1 + Math.floor(part * (text.length - 2)));
  }),
  fc
    .tuple(settingsTexts, fc.constantFrom("}", "]", "{}", '"', ",", ":", "x", "/*", "\\", "\0"))
    .map(([text, more]) => text + more),
  fc
    .tuple(settingsTexts, fc.constantFrom("[", "{", "}", ",", "'", "<<<<<<< HEAD\n", "\0", "mode = "))
    .map(([text, more]) => more + text),
  fc.oneof(fc.double(), fc.boolean(), fc.string(), fc.array(fc.jsonValue())).map((value) => JSON.stringify(value)),
);

const brokenFiles = fc.oneof(
  { weight: 4, arbitrary: brokenTexts.map((text) => Buffer.from(text)) },
  fc.tuple(settingsTexts, fc.nat(), fc.constantFrom(0xc0, 0xfe, 0xff)).map(([text, at, byte]) => {
    return splice(Buffer.from(text), { at, cut: 0, insert: Uint8Array.of(byte) });
  }),
);

function isSafeNotice(notice: ConfigurationNotice | undefined, path: string): boolean {
  if (notice?.code !== "broken_file") return false;
  return notice.message.includes(path) && !notice.message.includes("canary");
}

function splice(bytes: Buffer, change: { at: number; cut: number; insert: Uint8Array }): Buffer {
  const at = change.at % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), change.insert, bytes.subarray(at + change.cut)]);
}
