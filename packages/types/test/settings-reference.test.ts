import { expect, it } from "vitest";
import { settingsReference } from "./settings-reference.ts";

it("is what docs/reference/settings.md says", async () => {
  await expect(settingsReference()).toMatchFileSnapshot("../../../docs/reference/settings.md");
});
