import { opSchema } from "@roo-code/types";
import * as z from "zod";

/** Roo Code's settings and provider settings in one flat object. Who maps them looks at each value once more. */
export const rooSettingsSchema = z.looseObject({
  apiProvider: z.string().optional(),
  mode: z.string().optional(),
});
export type RooSettings = z.infer<typeof rooSettingsSchema>;

const images = z.array(z.string()).optional();

export const taskContextSchema = z.object({
  /** Of the evals' database. */
  taskId: z.number(),
  rooTaskId: z.string(),
  runId: z.number(),
  mcpServer: z.string(),
  userIntent: z.string(),
  otlpEndpoint: z.string().optional(),
});
export type TaskContext = z.infer<typeof taskContextSchema>;

/** What a client wants to hear from now on; whoever never says hears every event and no item. */
export const subscriptionSchema = z.object({
  /** Names of events; all of them when absent. */
  events: z.array(z.string()).max(100).optional(),
  /** Tasks by their ids; all of them when absent. */
  tasks: z.array(z.string()).max(1_000).optional(),
  /** Also our own log events and live deltas, those of the current task so far first. */
  items: z.boolean().optional(),
  /** Somebody is there who answers: tasks started from now on ask instead of being denied. */
  answers: z.boolean().optional(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

const command = <Name extends string, Data extends z.ZodType>(commandName: Name, data: Data) =>
  z.object({ commandName: z.literal(commandName), data });
/** Documentation of Roo Code gives some of these a task's id, its schema tolerates anything there. */
const bareCommand = <Name extends string>(commandName: Name) =>
  z.object({ commandName: z.literal(commandName), data: z.string().optional().catch(undefined) });

export const taskCommandSchema = z.discriminatedUnion("commandName", [
  command(
    "StartNewTask",
    z.object({ configuration: rooSettingsSchema, text: z.string(), images, newTab: z.boolean().optional() }),
  ),
  bareCommand("CancelTask"),
  bareCommand("CloseTask"),
  command("ResumeTask", z.string()),
  command("SendMessage", z.object({ text: z.string().optional(), images })),
  bareCommand("GetCommands"),
  bareCommand("GetModes"),
  bareCommand("GetModels"),
  command("DeleteQueuedMessage", z.string()),
  command("SetTaskContext", taskContextSchema),
  // Ours: servers of Roo Code drop them.
  command("Subscribe", subscriptionSchema),
  command("SubmitOp", z.object({ taskId: z.string().optional(), op: opSchema })),
]);
export type TaskCommand = z.infer<typeof taskCommandSchema>;
/** What a client may send: keys without a value may be left out. */
export type TaskCommandInput = z.input<typeof taskCommandSchema>;
