import * as z from "zod";
import { clineMessageSchema } from "./cline-message.ts";
import { rooModelInfoSchema } from "./roo-model-info.ts";
import { tokenUsageSchema, toolNameSchema, toolUsageSchema } from "./usage.ts";

/** Tuples are strict: an extra or missing element makes the event invalid. `taskId` is the evals' own numeric id. */
const event = <Name extends string, Payload extends z.ZodType>(eventName: Name, payload: Payload) =>
  z.object({ eventName: z.literal(eventName), payload, taskId: z.number().optional() });
const evalEvent = <Name extends string>(eventName: Name) =>
  z.object({ eventName: z.literal(eventName), payload: z.undefined().optional(), taskId: z.number() });

const task = z.tuple([z.string()]);
const parentAndChild = z.tuple([z.string(), z.string()]);

const queuedMessageSchema = z.object({
  timestamp: z.number(),
  id: z.string(),
  text: z.string(),
  images: z.array(z.string()).optional(),
});
export type QueuedMessage = z.infer<typeof queuedMessageSchema>;

const rooCommandSchema = z.object({
  name: z.string(),
  source: z.enum(["global", "project", "built-in"]),
  filePath: z.string().optional(),
  description: z.string().optional(),
  argumentHint: z.string().optional(),
});
export type RooCommand = z.infer<typeof rooCommandSchema>;

export const taskEventSchema = z.discriminatedUnion("eventName", [
  event("taskCreated", task),
  event("taskStarted", task),
  event(
    "taskCompleted",
    z.tuple([z.string(), tokenUsageSchema, toolUsageSchema, z.object({ isSubtask: z.boolean() })]),
  ),
  event("taskAborted", task),
  event("taskFocused", task),
  event("taskUnfocused", task),
  event("taskActive", task),
  event("taskInteractive", task),
  event("taskResumable", task),
  event("taskIdle", task),
  event("taskPaused", task),
  event("taskUnpaused", task),
  event("taskSpawned", parentAndChild),
  event("taskDelegated", parentAndChild),
  event("taskDelegationCompleted", z.tuple([z.string(), z.string(), z.string()])),
  event("taskDelegationResumed", parentAndChild),
  event(
    "message",
    z.tuple([z.object({ taskId: z.string(), action: z.enum(["created", "updated"]), message: clineMessageSchema })]),
  ),
  event("taskModeSwitched", z.tuple([z.string(), z.string()])),
  event("taskAskResponded", task),
  event("queuedMessagesUpdated", z.tuple([z.string(), z.array(queuedMessageSchema)])),
  event("taskToolFailed", z.tuple([z.string(), toolNameSchema, z.string()])),
  event("taskTokenUsageUpdated", z.tuple([z.string(), tokenUsageSchema, toolUsageSchema])),
  event("commandsResponse", z.tuple([z.array(rooCommandSchema)])),
  event("modesResponse", z.tuple([z.array(z.object({ slug: z.string(), name: z.string() }))])),
  event("modelsResponse", z.tuple([z.record(z.string(), rooModelInfoSchema)])),
  evalEvent("evalPass"),
  evalEvent("evalFail"),
]);
/** An event of Roo Code's protocol; our own events are `TaskEvent` in `types`. */
export type RooEvent = z.infer<typeof taskEventSchema>;
export type RooEventName = RooEvent["eventName"];
