import { parse } from "smol-toml";
import { expect, it } from "vitest";
import { rustFiles } from "./rust-manifest.ts";

const pristine = '[package]\nname = "two"\nversion = "0.1.0"\nedition = "2021"\n';
const merged = (own: string): string => rustFiles.merge?.("Cargo.toml", { pristine, own }) ?? "";

it("takes only published crates from a solution's manifest", () => {
  const own = `${pristine}build = "evil.rs"

[dependencies]
regex = "1"
time = { version = "0.3", features = ["macros"] }
evil = { path = "evil" }
worse = { git = "https://example.com/worse" }

[[test]]
name = "two"
path = "src/fake.rs"
harness = false

[profile.test]
opt-level = 3
`;
  expect(parse(merged(own))).toEqual({
    package: { name: "two", version: "0.1.0", edition: "2021" },
    dependencies: { regex: "1", time: { version: "0.3", features: ["macros"] } },
  });
});

it("takes nothing from an invalid manifest", () => {
  expect(parse(merged("[package"))).toEqual(parse(pristine));
});
