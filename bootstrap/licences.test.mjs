import { expect, it } from "vitest";
import { installedPackages, isAllowed, licenceViolations } from "./licences.mjs";

it("understands expressions", () => {
  expect(["MIT", "(MIT OR GPL-3.0-or-later)", "(MIT AND Zlib)"].map(isAllowed)).toEqual([true, true, true]);
  expect(["GPL-3.0-only", "MIT AND GPL-2.0-only", "no licence", "UNLICENSED"].map(isAllowed)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it("reports licences that are not on the list, and exceptions without a package", () => {
  const packages = [
    { name: "good", version: "1.0.0", licence: "MIT" },
    { name: "bad", version: "2.0.0", licence: "AGPL-3.0-only" },
    { name: "excused", version: "3.0.0", licence: "MPL-2.0" },
  ];
  expect(licenceViolations(packages, { excused: "only for tests", gone: "old" })).toEqual([
    "bad@2.0.0 is under AGPL-3.0-only, which is not on the list in bootstrap/licences.mjs",
    "gone needs no exception in bootstrap/licences.mjs",
  ]);
});

it("finds the installed packages, with scopes", () => {
  const names = installedPackages().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["zod", "vitest", "@biomejs/biome"]));
});
