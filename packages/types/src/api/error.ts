import * as z from "zod";

/** Body of every failed response. `next` tells the user what to do. */
export const apiErrorSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    next: z.string().optional(),
    details: z.unknown().optional(),
  }),
});
export type ApiError = z.infer<typeof apiErrorSchema>;

/** Error codes that any route may return. */
export const commonErrors = [
  "bad_request",
  "unauthorized",
  "forbidden",
  "not_found",
  "conflict",
  "too_large",
  "too_many_requests",
  "unavailable",
  "internal_error",
] as const;
