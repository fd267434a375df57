import * as z from "zod";
import type { BrowserAction } from "../tool-ports.ts";

const words = z.string().max(10_000);
const where = { element: words.optional(), coordinate: words.optional() };
const element = { element: words.optional() };

/** What a person does in the agent's browser. */
export const browserActionSchema = z.discriminatedUnion("action", [
  z.object({ action: z.enum(["launch", "navigate"]), url: words }),
  z.object({ action: z.enum(["click", "hover"]), ...where }),
  z.object({ action: z.literal("type"), text: words, ...element }),
  z.object({ action: z.literal("press"), key: words }),
  z.object({ action: z.literal("scroll"), direction: z.enum(["up", "down"]), ...element }),
  z.object({ action: z.literal("resize"), size: words }),
  z.object({ action: z.literal("dialog"), answer: z.enum(["accept", "dismiss"]), text: words.optional() }),
  z.object({ action: z.literal("snapshot"), ...element }),
  z.object({ action: z.enum(["screenshot", "back", "close"]) }),
]);

true satisfies z.infer<typeof browserActionSchema> extends BrowserAction ? true : false;
