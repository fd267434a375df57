import { join } from "node:path";
import { Agent, RooClient } from "@roo-code/sdk";
import * as z from "zod";

const invoice = z.object({
  number: z.string(),
  due: z.iso.date(),
  items: z.array(z.object({ name: z.string(), cents: z.int().positive() })).min(1),
});

const replayFile = join(import.meta.dirname, "replay.jsonl");
const client = new RooClient({ providerSettings: { apiProvider: "replay", replayFile } });
const agent = new Agent({ client, cwd: import.meta.dirname, groups: ["read"], storage: "memory" });

const run = await agent.run("Read invoice.txt and extract the invoice", { schema: invoice });
if (run.status !== "completed") throw new Error(`${run.error?.code}: ${run}`);

// run.output has the type of the schema.
const { number, due, items } = run.output;
const total = items.reduce((sum, { cents }) => sum + cents, 0);
console.log(`Invoice ${number}: ${(total / 100).toFixed(2)} € by ${due}, after ${run.turns} replies`);
