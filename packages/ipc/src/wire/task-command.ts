import { opSchema } from "@roo-code/types";
import * as z from "zod";

/** Roo Code's settings and provider settings in one flat object; the mapping validates each value it uses. */
const rooSettingsSchema = z.looseObject({
  apiProvider: z.string().optional(),
  mode: z.string().optional(),
});
export type RooSettings = z.infer<typeof rooSettingsSchema>;

const images = z.array(z.string()).optional();

const taskContextSchema = z.object({
  /** In the evals database. */
  taskId: z.number(),
  rooTaskId: z.string(),
  runId: z.number(),
  mcpServer: z.string(),
  userIntent: z.string(),
  otlpEndpoint: z.string().optional(),
});
export type TaskContext = z.infer<typeof taskContextSchema>;

/** What a client is sent from now on. A client that never subscribes gets every event and no items. */
const subscriptionSchema = z.object({
  /** Event names; all when absent. */
  events: z.array(z.string()).max(100).optional(),
  /** Task ids; all when absent. */
  tasks: z.array(z.string()).max(1_000).optional(),
  /** Also send our own log events and live deltas, starting with the current task's events so far. */
  items: z.boolean().optional(),
  /** The client answers questions: tasks started from now on ask for approval instead of being denied. */
  answers: z.boolean().optional(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

const command = <Name extends string, Data extends z.ZodType>(commandName: Name, data: Data) =>
  z.object({ commandName: z.literal(commandName), data });
/** Roo Code's documentation passes a task id to some of these; its schema accepts anything there. */
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
  // Our extensions: Roo Code drops them.
  command("Subscribe", subscriptionSchema),
  command("SubmitOp", z.object({ taskId: z.string().optional(), op: opSchema })),
]);
export type TaskCommand = z.infer<typeof taskCommandSchema>;
/** What a client may send: optional keys may be omitted. */
export type TaskCommandInput = z.input<typeof taskCommandSchema>;
