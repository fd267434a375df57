import { expect, it } from "vitest";
import { version } from "./version.ts";

it("is a release number", () => {
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
});
