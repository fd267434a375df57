import { type LiveDelta, taskEventSchema as logEventSchema, type TaskEvent } from "@roo-code/types";
import * as z from "zod";
import { taskCommandSchema } from "./task-command.ts";
import { taskEventSchema } from "./task-event.ts";

const fromServer = z.literal("server");

/** A W3C trace context, so that spans on both sides belong together. An invalid one is ignored. */
const traceparentSchema = z
  .string()
  .regex(/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/)
  .optional()
  .catch(undefined);

const ackSchema = z.object({ clientId: z.string(), pid: z.number(), ppid: z.number() });
export type Ack = z.infer<typeof ackSchema>;

const liveDeltaSchema: z.ZodType<LiveDelta> = z.discriminatedUnion("type", [
  z.object({ live: z.literal(true), type: z.literal("text.delta"), text: z.string() }),
  z.object({ live: z.literal(true), type: z.literal("reasoning.delta"), text: z.string() }),
  z.object({ live: z.literal(true), type: z.literal("call.start"), callId: z.string(), name: z.string() }),
  z.object({ live: z.literal(true), type: z.literal("call.delta"), callId: z.string(), text: z.string() }),
  z.object({ live: z.literal(true), type: z.literal("output.delta"), callId: z.string(), text: z.string() }),
]);

/** An event or live delta, and which task of a tree it belongs to. */
export interface TaskItem {
  readonly taskId: string;
  readonly agent: string;
  readonly item: TaskEvent | LiveDelta;
}

const confirmationSchema = z.object({ success: z.boolean(), error: z.string().optional() });
export type TaskContextConfirmation = z.infer<typeof confirmationSchema>;

const failureSchema = z.object({ code: z.string(), message: z.string(), next: z.string().optional() });
export type IpcFailure = z.infer<typeof failureSchema>;

/**
 * Every message a frame may contain. The first three are Roo Code's; programs built on its schemas drop and log the
 * others, and are sent none that they did not request.
 */
export const ipcMessageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Ack"), origin: fromServer, data: ackSchema }),
  z.object({
    type: z.literal("TaskCommand"),
    origin: z.literal("client"),
    clientId: z.string(),
    data: taskCommandSchema,
    /** Requests a `CommandReply`. */
    requestId: z.string().max(200).optional(),
    traceparent: traceparentSchema,
  }),
  z.object({
    type: z.literal("TaskEvent"),
    origin: fromServer,
    relayClientId: z.string().optional(),
    data: taskEventSchema,
    traceparent: traceparentSchema,
  }),
  z.object({ type: z.literal("TaskContextConfirmation"), origin: fromServer, data: confirmationSchema }),
  z.object({
    type: z.literal("CommandReply"),
    origin: fromServer,
    data: z.object({ requestId: z.string(), error: failureSchema.optional() }),
  }),
  z.object({
    type: z.literal("TaskItem"),
    origin: fromServer,
    data: z.object({ taskId: z.string(), agent: z.string(), item: z.union([logEventSchema, liveDeltaSchema]) }),
  }),
  /** The last frame to a client that the server disconnects. */
  z.object({ type: z.literal("Closing"), origin: fromServer, data: failureSchema }),
]);
export type IpcMessage = z.infer<typeof ipcMessageSchema>;
export type ServerMessage = Exclude<IpcMessage, { type: "TaskCommand" }>;
export type CommandMessage = Extract<IpcMessage, { type: "TaskCommand" }>;
