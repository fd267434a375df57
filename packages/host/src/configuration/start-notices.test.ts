import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";
import { ignoreNotices } from "./start-notices.ts";

it("names lines of .rooignore that hide more than they say, or nothing", async () => {
  const rules = [
    "# **/a/**/b/**/c/**/d",
    "**/**/**/**/dist/",
    "docs/**/a/**/b/**/c/**/d.txt",
    "!a/**/".padEnd(30, "b/**/"),
  ];
  await using temp = createTempWorkspace({ ".rooignore": `${rules.join("\r\n")}\n` });
  const notices = await ignoreNotices(temp.root);
  expect(notices).toMatchObject([
    {
      code: "invalid_value",
      message: expect.stringMatching(/line 3: docs.* hides more: docs\/\*\*\/a\/\*\*\/b\/\*\*\./),
    },
    { code: "invalid_value", message: expect.stringMatching(/line 4: !a.* shows nothing again/) },
  ]);
});

it("has nothing to say of usual rules, of none, and of what is no file", async () => {
  await using temp = createTempWorkspace({ ".rooignore": "**/a/**/b/**/c\n*.key\n", "sub/.rooignore/x": "" });
  for (const folder of [temp.root, temp.path("sub"), temp.path("none")])
    expect(await ignoreNotices(folder)).toEqual([]);
});
