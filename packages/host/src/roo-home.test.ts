import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { rooHome } from "./roo-home.ts";

it("is ROO_HOME as an absolute path", () => {
  expect(rooHome({ ROO_HOME: "state" })).toBe(resolve("state"));
});

it("is in the home folder when ROO_HOME is unset or empty", () => {
  expect(rooHome({})).toBe(join(homedir(), ".roo"));
  expect(rooHome({ ROO_HOME: "" })).toBe(join(homedir(), ".roo"));
});
