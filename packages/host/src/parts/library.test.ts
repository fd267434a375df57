import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createLibrary, fillArguments } from "./library.ts";
import { guideTo } from "./library-guide.ts";

const skillFile = (name: string, text: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\n${text}\n`;

it("finds commands and skills of the user and the project, and fills in arguments", async () => {
  await using home = createTempWorkspace({
    "commands/deploy.md": "---\ndescription: Ships it\nargument-hint: <place>\n---\nDeploy to $1.",
    "skills/tables/SKILL.md": skillFile("tables", "Align columns."),
  });
  await using project = createTempWorkspace({
    ".roo/commands/review.md": "Review the change.",
    ".roo/skills/charts/SKILL.md": skillFile("charts", "See palette.md."),
    ".roo/skills-ask/answers/SKILL.md": skillFile("answers", "Be brief."),
  });
  const library = createLibrary({ home: home.root, workspace: project.root, mode: "code" });
  expect(await library.commands()).toEqual([
    { name: "deploy", description: "Ships it", argumentHint: "<place>" },
    { name: "review", description: "" },
  ]);
  expect((await library.skills()).map(({ name }) => name)).toEqual(["charts", "tables"]);
  expect(await library.command("deploy", "berlin")).toBe("Deploy to berlin.");
  expect(await library.command("review", "now")).toBe("Review the change.\n\nArguments: now");
  expect(await library.skill("tables", "")).toBe("Align columns.");
  expect(await library.skill("charts", "")).toBe("(Its files are in .roo/skills/charts/.)\n\nSee palette.md.");
  expect(await library.skill("answers", "")).toBeUndefined();
  expect(await library.command("constructor", "")).toBeUndefined();
});

it("picks up changes at once", async () => {
  await using project = createTempWorkspace({ ".roo/commands/a.md": "One." });
  await using home = createTempWorkspace();
  const library = createLibrary({ home: home.root, workspace: project.root, mode: "code" });
  expect(await library.command("a", "")).toBe("One.");
  project.write(".roo/commands/a.md", "Two, and longer.");
  project.write(".roo/commands/b.md", "New.");
  expect(await library.command("a", "")).toBe("Two, and longer.");
  expect(await library.command("b", "")).toBe("New.");
});

it("lists commands and skills for the model on one line each, or nothing", async () => {
  const item = { name: "a", description: `First.\nSecond ${"x".repeat(400)}`, argumentHint: "[file]" };
  const none = async () => undefined;
  const library = { commands: async () => [item], skills: async () => [], command: none, skill: none };
  const guide = await guideTo(library);
  expect(guide.split("\n")).toHaveLength(2);
  expect(guide).toContain("- /a [file]: First. Second xxx");
  expect(guide.length).toBeLessThan(600);
  expect(await guideTo({ ...library, commands: async () => [] })).toBe("");
  const many = Array.from({ length: 60 }, (_, index) => ({ name: `s${index}`, description: "" }));
  expect(await guideTo({ ...library, skills: async () => many })).toContain("(and 10 more)");
});

it.each([
  ["Fix $ARGUMENTS.", "the bug", "Fix the bug."],
  ["From $1 to $2, $1.", `a "b c"`, "From a to b c, a."],
  ["From $1 to $2.", "a", "From a to ."],
  ["Review.", "src", "Review.\n\nArguments: src"],
  ["Review.", "  ", "Review."],
  ["Costs $100 and $1.50.", "x", "Costs $100 and $1.50.\n\nArguments: x"],
  ["$ARGUMENTS", "$1 $& $ARGUMENTS", "$1 $& $ARGUMENTS"],
])("fills %j with %j", (text, args, whole) => {
  expect(fillArguments(text, args)).toBe(whole);
});

it("keeps arguments with a single placeholder unchanged", () => {
  fc.assert(
    fc.property(fc.string(), (args) => {
      expect(fillArguments("a $ARGUMENTS b", args)).toBe(`a ${args.trim()} b`);
    }),
    { numRuns: 100 },
  );
});
