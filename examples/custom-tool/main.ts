import { join } from "node:path";
import { Agent, defineTool, RooClient } from "@roo-code/sdk";
import * as z from "zod";

const weather = defineTool({
  name: "get_weather",
  description: "The current weather in a city",
  input: z.object({ city: z.string(), unit: z.enum(["celsius", "fahrenheit"]).default("celsius") }),
  readOnly: true,
  execute({ city, unit }) {
    return { city, temperature: unit === "celsius" ? 21 : 70, sky: "clear" };
  },
});

const replayFile = join(import.meta.dirname, "replay.jsonl");
const client = new RooClient({ providerSettings: { apiProvider: "replay", replayFile } });
// No built-in tools for files or commands, and nothing is written to disk.
const agent = new Agent({ client, groups: [], tools: [weather], storage: "memory" });

const events = agent.events();
const run = agent.run("What should I wear in Rome today?");
for await (const event of events) {
  if (event.type === "tool.end") console.log(`${event.name}: ${event.isError ? "error" : "ok"}: ${event.content}`);
}
console.log(String(await run));
