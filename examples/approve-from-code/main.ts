import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, RooClient } from "@roo-code/sdk";

const replayFile = join(import.meta.dirname, "replay.jsonl");
const client = new RooClient({ providerSettings: { apiProvider: "replay", replayFile } });
const cwd = await mkdtemp(join(tmpdir(), "approve-from-code-"));

const agent = new Agent({
  client,
  cwd,
  // Asked about everything that is not in autoApprove. Here a program decides; it could as well ask a person.
  async approve({ kind, summary, paths = [], tool }) {
    const allow = kind === "edit" && paths.every((path) => path.startsWith("docs/"));
    console.log(`${allow ? "allowed" : "denied"}: ${tool} ${summary}`);
    return { allow, feedback: "Only files in docs/ may be written." };
  },
  answer: async ({ question, suggestions }) => {
    console.log(`asked: ${question}`);
    return suggestions[0] ?? "Decide yourself.";
  },
});

const result = await agent.run("Document the project");
console.log(`${result.status}: ${result} (${result.filesChanged.join(", ")})`);
