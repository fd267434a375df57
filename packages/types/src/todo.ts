import * as z from "zod";

export const todoSchema = z.object({ text: z.string(), status: z.enum(["pending", "in_progress", "completed"]) });
export type Todo = z.infer<typeof todoSchema>;
