import { expect, it } from "vitest";
import { isNewerVersion, isUnwanted, planUpdate } from "./plan-update.ts";

const hourMs = 60 * 60 * 1000;
const now = 1_000 * hourMs;

it("asks the registry once a day", () => {
  const isDue = (checkedAt: number | undefined) =>
    planUpdate({ state: checkedAt === undefined ? {} : { checkedAt }, version: "1.0.0", now }).isCheckDue;
  expect([isDue(undefined), isDue(now - 25 * hourMs), isDue(now - 23 * hourMs), isDue(now + hourMs)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

it("mentions a newer version once a day, and no other", () => {
  const newer = (latest: string, shownAt = 0) =>
    planUpdate({ state: { latest, shownAt }, version: "1.2.3", now }).newer;
  expect([newer("1.2.4"), newer("1.2.4", now - hourMs), newer("1.2.3"), newer("1.2.2")]).toEqual([
    "1.2.4",
    undefined,
    undefined,
    undefined,
  ]);
});

it("compares versions by their numbers", () => {
  expect(isNewerVersion("1.10.0", "1.9.0")).toBe(true);
  expect(isNewerVersion("2.0.0", "10.0.0")).toBe(false);
  expect(isNewerVersion("1.0.0", "1.0.0-beta.1")).toBe(true);
});

it("ignores betas and anything that is not a version", () => {
  for (const text of ["2.0.0-beta.1", "99", "99.0.0\u001b[31m", "99.0.0; rm -rf /", "", "9999999999.0.0"])
    expect(isNewerVersion(text, "1.0.0")).toBe(false);
});

it.each(["CI", "DO_NOT_TRACK", "NO_UPDATE_NOTIFIER"])("respects %s", (name) => {
  expect(["1", "true", "yes"].map((value) => isUnwanted({ [name]: value }))).toEqual([true, true, true]);
  expect(["", "0", "false"].map((value) => isUnwanted({ [name]: value }))).toEqual([false, false, false]);
});
