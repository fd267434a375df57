import * as z from "zod";
import { loggedEventSchema } from "../event.ts";
import { taskIdSchema } from "../ids.ts";
import type { BrowserAction } from "../tool-ports.ts";
import { pathSchema, workspaceIdSchema } from "./common.ts";
import { apiErrorSchema } from "./error.ts";
import { taskOpSchema } from "./task-op.ts";
import { taskSummarySchema } from "./tasks.ts";

/** Maximum size of one frame. Larger ops go over HTTP. */
export const maxFrameBytes = 2 * 1024 * 1024;

const request = { id: z.string().max(200) };
const screen = { columns: z.number().int().min(2).max(1000), rows: z.number().int().min(2).max(1000) };
const shell = { shellId: z.string().max(100) };

const actionText = z.string().max(10_000);
const target = { element: actionText.optional(), coordinate: actionText.optional() };
const element = { element: actionText.optional() };

/** What a person does in the agent's browser. */
const browserActionSchema = z.discriminatedUnion("action", [
  z.object({ action: z.enum(["launch", "navigate"]), url: actionText }),
  z.object({ action: z.enum(["click", "hover"]), ...target }),
  z.object({ action: z.literal("type"), text: actionText, ...element }),
  z.object({ action: z.literal("press"), key: actionText }),
  z.object({ action: z.literal("scroll"), direction: z.enum(["up", "down"]), ...element }),
  z.object({ action: z.literal("resize"), size: actionText }),
  z.object({ action: z.literal("dialog"), answer: z.enum(["accept", "dismiss"]), text: actionText.optional() }),
  z.object({ action: z.literal("snapshot"), ...element }),
  z.object({ action: z.enum(["screenshot", "back", "close"]) }),
]);

true satisfies z.infer<typeof browserActionSchema> extends BrowserAction ? true : false;

/** Frames a client sends over `/api/v1/ws`. */
export const clientFrameSchema = z.discriminatedUnion("type", [
  /** Must be the first frame if there is no cookie. */
  z.object({ type: z.literal("auth"), token: z.string().max(10_000) }),
  /** Every event after `afterSeq`, then live events. Subscribing again restarts from the new number. */
  z.object({ type: z.literal("subscribe"), taskId: taskIdSchema, afterSeq: z.number().int().nonnegative().default(0) }),
  z.object({ type: z.literal("unsubscribe"), taskId: taskIdSchema }),
  /** Same as `POST /tasks/:taskId/ops`; `ack` is sent once the op is on disk. */
  z.object({ type: z.literal("op"), ...request, taskId: taskIdSchema.optional(), op: taskOpSchema }),
  /** Tasks as they are created, changed and deleted. */
  z.object({ type: z.literal("watch.tasks") }),
  /** File changes in a folder. */
  z.object({ type: z.literal("watch.files"), workspaceId: workspaceIdSchema }),
  z.object({ type: z.literal("unwatch.files"), workspaceId: workspaceIdSchema }),
  /** A terminal for the user, in the folder. */
  z.object({
    type: z.literal("shell.open"),
    ...request,
    ...shell,
    workspaceId: workspaceIdSchema,
    ...screen,
  }),
  z.object({ type: z.literal("shell.input"), ...shell, text: z.string().max(1_000_000) }),
  z.object({ type: z.literal("shell.resize"), ...shell, ...screen }),
  z.object({ type: z.literal("shell.close"), ...shell }),
  /** Take over the agent's browser: actions belong to the task and are shown to the model with its next view. */
  z.object({
    type: z.literal("browser.act"),
    ...request,
    taskId: taskIdSchema,
    action: browserActionSchema,
  }),
]);
export type ClientFrame = z.infer<typeof clientFrameSchema>;
/** The same before validation. */
export type SentFrame = z.input<typeof clientFrameSchema>;

const liveDeltaSchema = z.discriminatedUnion("type", [
  z.object({ live: z.literal(true), type: z.literal("text.delta"), text: z.string() }),
  z.object({ live: z.literal(true), type: z.literal("reasoning.delta"), text: z.string() }),
  z.object({ live: z.literal(true), type: z.literal("call.start"), callId: z.string(), name: z.string() }),
  z.object({ live: z.literal(true), type: z.literal("call.delta"), callId: z.string(), text: z.string() }),
  z.object({ live: z.literal(true), type: z.literal("output.delta"), callId: z.string(), text: z.string() }),
  z.object({ live: z.literal(true), type: z.literal("progress.delta"), text: z.string() }),
]);

/** Frames the server sends. */
export const serverFrameSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("event"), taskId: taskIdSchema, event: loggedEventSchema }),
  z.object({ type: z.literal("delta"), taskId: taskIdSchema, delta: liveDeltaSchema }),
  z.object({ type: z.literal("caughtUp"), taskId: taskIdSchema, lastSeq: z.number() }),
  z.object({ type: z.literal("task"), task: taskSummarySchema }),
  z.object({ type: z.literal("task.removed"), taskId: taskIdSchema }),
  z.object({ type: z.literal("files"), workspaceId: workspaceIdSchema, paths: z.array(pathSchema) }),
  z.object({ type: z.literal("shell.output"), ...shell, text: z.string() }),
  z.object({ type: z.literal("shell.end"), ...shell, exitCode: z.number().nullable() }),
  z.object({ type: z.literal("ack"), ...request, result: z.unknown().optional() }),
  z.object({
    type: z.literal("error"),
    id: z.string().optional(),
    taskId: taskIdSchema.optional(),
    /** The error that HTTP would return. */
    status: z.number().default(0),
    ...apiErrorSchema.shape,
  }),
]);
export type ServerFrame = z.infer<typeof serverFrameSchema>;

/** Why the server closed a connection. */
export const closeCodes = {
  /** Missing, wrong or expired token. */
  unauthorized: 4401,
  /** Invalid or oversized frame, or too many frames. */
  badFrame: 4400,
  /** The client reads too slowly (over 1 MiB or 1,000 events queued): subscribe again from the last number received. */
  tooSlow: 4408,
  /** The server is shutting down. */
  goingAway: 1001,
} as const;
