import * as z from "zod";

/** A task's id is also its folder's name, so it never holds a separator. */
export const taskIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{3,63}$/)
  .brand<"TaskId">();
export type TaskId = z.infer<typeof taskIdSchema>;
