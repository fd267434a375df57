import { expect, test } from "vitest";
import { fileOf, findOne, taskOf } from "../../../test/import-fixture.ts";
import { expectSendable } from "../../../test/sendable.ts";

test("its model and its profiles become profiles", async () => {
  const { profiles, secrets, settings, unmapped } = await findOne("codex");
  expect(profiles).toEqual({
    codex: { apiProvider: "openai-native", apiModelId: "gpt-5-codex", reasoningEffort: "high" },
    "codex-azure": {
      apiProvider: "azure",
      apiModelId: "gpt-5",
      apiBaseUrl: "https://ada.openai.azure.com/openai",
      apiKey: "${env:AZURE_OPENAI_API_KEY}",
      reasoningEffort: "high",
    },
    "codex-lab": {
      apiProvider: "openai-compatible",
      apiModelId: "lab-1",
      apiBaseUrl: "https://lab.example.com/v1",
      reasoningEffort: "high",
    },
  });
  expect(Object.fromEntries(secrets)).toEqual({
    codex: { apiKey: "CANARY-codex-openai" },
    "codex-azure": { headers: { "X-Key": "CANARY-codex-header" } },
    "codex-lab": { apiKey: "CANARY-codex-bearer" },
  });
  expect(settings).toEqual({ profile: "codex-azure", customInstructions: "Answer in rhyme." });
  expect(unmapped).toContain("Settings of Codex without an equivalent here: approval_policy.");
});

test("instructions, prompts and MCP servers are imported", async () => {
  const imported = await findOne("codex");
  expect(fileOf(imported, "rules/codex.md")).toBe("Prefer small commits.\n");
  expect(fileOf(imported, "commands/explain.md")).toBe("Explain $1.\n");
  expect(JSON.parse(fileOf(imported, "mcp-settings.json"))).toEqual({
    mcpServers: {
      figma: {
        type: "streamable-http",
        url: "https://figma.example.com/mcp",
        headers: { Authorization: "Bearer ${env:FIGMA_TOKEN}" },
      },
      shell: {
        command: "shell-server",
        args: ["--quiet"],
        env: { PATH: "${env:PATH}", API_TOKEN: "${env:API_TOKEN}" },
        disabled: true,
        timeout: 46,
      },
    },
  });
  expect(JSON.parse(fileOf(imported, "mcp.json", "project"))).toEqual({
    mcpServers: { project: { command: "project-server" } },
  });
});

test("a rollout becomes a task without the text that Codex injected", async () => {
  const task = taskOf(await findOne("codex"), "0199aaaa-0000-7000-8000-000000000001");
  expect(task).toMatchObject({ title: "Make it faster", cwd: "/home/ada/codex" });
  const state = expectSendable(task.events());
  expect(state.messages).toMatchObject([
    { role: "user", content: [{ text: "Make it faster" }, { type: "image", mediaType: "image/png" }] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "Measure first." },
        { callId: "call_1", name: "shell", input: { command: ["time", "make"] } },
        { callId: "call_2", name: "shell", input: {}, malformed: "{not json" },
      ],
    },
    {
      role: "tool",
      content: [
        { content: "slow", isError: true },
        { content: "cannot parse", isError: false },
      ],
    },
    { role: "assistant", content: [{ callId: "call_3", name: "apply_patch", input: { input: "*** Begin Patch" } }] },
    { role: "tool", content: [{ content: "Done" }] },
    { role: "assistant", content: [{ text: "Twice as fast." }] },
  ]);
});

test("a condensed rollout begins with its summary", async () => {
  const state = expectSendable(taskOf(await findOne("codex"), "0199aaaa-0000-7000-8000-000000000002").events());
  expect(state.messages).toEqual([
    { role: "user", content: [{ type: "text", text: "Summary of what was done." }] },
    { role: "assistant", content: [{ type: "text", text: "Going on." }] },
  ]);
});
