import * as z from "zod";
import { taskIdSchema } from "../ids.ts";

export const nothing = z.object({});

export const taskParams = z.object({ taskId: taskIdSchema });

/** A display name: one line. */
export const nameSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

/** Id of an opened folder; stable when its path changes. */
export const workspaceIdSchema = z.string().regex(/^[a-z0-9-]{1,64}$/);
export const workspaceParams = z.object({ workspaceId: workspaceIdSchema });

/** Query parameters are text. */
export const queryNumber = z.coerce.number().int().nonnegative();
export const queryFlag = z.enum(["true", "false"]).transform((value) => value === "true");

/** `next` is the cursor of the next page; null on the last. */
export const pageQuery = { limit: z.coerce.number().int().min(1).max(500).default(50), cursor: z.string().optional() };
export const pageNext = z.string().nullable();

/** Workspace-relative, with `/`. The folder itself is the empty path. */
export const pathSchema = z.string().max(4096);
