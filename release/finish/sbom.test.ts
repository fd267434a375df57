import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { expect, it } from "vitest";
import { nodeVersion } from "../platform/platforms.ts";
import { packagesInCli } from "../third-party/bundled-packages.ts";
import { createSbom } from "./sbom.ts";

const time = "2026-11-18T12:00:00.000Z";

it("is a valid list of what is in the CLI, and the same for the same content", async () => {
  const packages = packagesInCli();
  const text = JSON.stringify(createSbom({ version: "1.2.3", time, packages }));
  const problems = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  expect(problems).toBeNull();
  expect(JSON.stringify(createSbom({ version: "1.2.3", time, packages }))).toBe(text);
  const { components } = JSON.parse(text) as { components: { name: string }[] };
  const zod = components.find(({ name }) => name === "zod");
  expect(zod).toEqual({
    type: "library",
    "bom-ref": expect.stringMatching(/^pkg:npm\/zod@4/),
    name: "zod",
    version: expect.any(String),
    purl: expect.stringMatching(/^pkg:npm\/zod@4/),
    licenses: [{ license: { id: "MIT" } }],
    hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
  expect(text).toContain(`"purl":"pkg:generic/node@${nodeVersion}"`);
  expect(components.length).toBeGreaterThan(200);
});
