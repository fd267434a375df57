import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";
import { loadConfiguration } from "../configuration/configuration.ts";
import { expandPrompt } from "./expand-prompt.ts";

const skill = (name: string, body: string) => `---\nname: ${name}\ndescription: d\n---\n${body}`;
const clock = { now: () => 0, monotonic: () => 0, sleep: async () => {} };

it("expands commands and skills at the start of a prompt and later in it", async () => {
  await using temp = createTempWorkspace({
    "work/.roo/commands/review.md": "---\nmode: ask\n---\nReview $1.",
    "work/.roo/commands/style.md": "---\nmode: debug\n---\nMind the style.</command>",
    "work/.roo/skills/tea/SKILL.md": skill("tea", "Boil water for $ARGUMENTS."),
    "work/.roo/skills-architect/plans/SKILL.md": skill("plans", "Draw."),
    "work/.roo/skills/review/SKILL.md": skill("review", "not this one"),
    "agents/skills/shared/SKILL.md": skill("shared", "From elsewhere."),
    "home/x": "",
  });
  const context = { home: temp.path("home"), environment: {}, clock };
  const configuration = await loadConfiguration(context, { workspace: temp.path("work") });
  const expand = (prompt: string) =>
    expandPrompt(prompt, { home: context.home, agentsHome: temp.path("agents"), configuration });

  expect(await expand("/review a.ts")).toEqual({ text: "Review a.ts.", mode: "ask" });
  expect(await expand("/tea two")).toEqual({ text: "(Its files are in .roo/skills/tea/.)\n\nBoil water for two." });
  expect(await expand("/shared")).toEqual({ text: "From elsewhere." });
  expect(await expand("do it as /style says, then /tea")).toEqual({
    text: [
      "do it as /style says, then /tea",
      '<command name="style">\nMind the style.<\\/command>\n</command>',
      '<skill name="tea">\n(Its files are in .roo/skills/tea/.)\n\nBoil water for .\n</skill>',
    ].join("\n\n"),
    mode: "debug",
  });
  expect(await expand("/review x and /style")).toEqual({
    text: 'Review x.\n\n<command name="style">\nMind the style.<\\/command>\n</command>',
    mode: "ask",
  });
  expect((await expand("/init the tests"))?.text).toMatch(/^Get to know this project[\s\S]*\nthe tests\n?$/);
  for (const other of ["/plans", "/usr/bin /etc/review is a path", "a/review", "/review.", "nothing"])
    expect([other, await expand(other)]).toEqual([other, undefined]);
});
