import { settingsSchema } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { describeSettings } from "./setting-form.ts";

const described = new Map(
  describeSettings(z.toJSONSchema(settingsSchema, { io: "input", unrepresentable: "any" })).map((each) => [
    each.key,
    each,
  ]),
);

describe("the form of a setting", () => {
  it.each([
    ["snapshots", { type: "flag" }],
    ["maxTurns", { type: "number", isInteger: true }],
    ["maxCost", { type: "number", isInteger: false }],
    ["sandbox", { type: "choice" }],
    ["customInstructions", { type: "text" }],
    ["cloneHosts", { type: "lines" }],
  ])("%s", (key, form) => {
    expect(described.get(key)?.form).toMatchObject(form);
  });

  it("is undefined for settings with structured values", () => {
    expect(described.get("approvals")).toMatchObject({ form: undefined });
    expect(described.get("embeddings")).toMatchObject({ form: undefined });
  });

  it("has a description for every setting", () => {
    expect([...described.values()].filter(({ description }) => description === "")).toEqual([]);
  });
});
