import { expect, it } from "vitest";
import { askMode } from "../../test/builtin-mode.ts";
import { systemPrompt } from "./system-prompt.ts";

const environment = { cwd: "/project", platform: "linux", shell: "bash", date: "2030-01-01" };

it("fills in role, environment, mode and rules", () => {
  const prompt = systemPrompt(askMode, { environment, instructions: "Always answer in {{verse}}." });
  expect(prompt).toContain(askMode.roleDefinition);
  expect(prompt).toContain("/project");
  expect(prompt).toMatch(/# In this mode[\s\S]*# Rules and instructions\nAlways answer in \{\{verse\}\}\.$/);
  expect(systemPrompt(askMode, { environment, instructions: "" })).not.toMatch(/\{\{|Rules and instructions/);
});
