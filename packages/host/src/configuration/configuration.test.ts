import { systemClock } from "@roo-code/providers";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";
import { loadConfiguration } from "./configuration.ts";

async function noticesIn(workspace: string) {
  await using home = createTempWorkspace();
  return (await loadConfiguration({ home: home.root, environment: {}, clock: systemClock }, { workspace })).notices;
}

it("reports lines of .rooignore that do not apply as written", async () => {
  const rules = [
    "# **/a/**/b/**/c/**/d",
    "**/**/**/**/dist/",
    "docs/**/a/**/b/**/c/**/d.txt",
    "!a/**/".padEnd(30, "b/**/"),
  ];
  await using temp = createTempWorkspace({ ".rooignore": `${rules.join("\r\n")}\n` });
  expect(await noticesIn(temp.root)).toMatchObject([
    {
      code: "invalid_value",
      message: expect.stringMatching(/line 3: docs.* hides more than written: docs\/\*\*\/a\/\*\*\/b\/\*\*\./),
    },
    { code: "invalid_value", message: expect.stringMatching(/line 4: !a.* does not show anything again/) },
  ]);
});

it("reports nothing for ordinary rules, no .rooignore, or a folder of that name", async () => {
  await using temp = createTempWorkspace({ ".rooignore": "**/a/**/b/**/c\n*.key\n", "sub/.rooignore/x": "" });
  for (const folder of [temp.root, temp.path("sub"), temp.path("none")]) expect(await noticesIn(folder)).toEqual([]);
});
