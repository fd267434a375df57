import * as z from "zod";
import { taskIdPattern } from "./task-id.ts";

export const taskIdSchema = z.string().regex(taskIdPattern).brand<"TaskId">();
export type TaskId = z.infer<typeof taskIdSchema>;
