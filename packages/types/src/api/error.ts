import * as z from "zod";

/** What every failed request is answered with. `next` says what a person can do. */
export const apiErrorSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    next: z.string().optional(),
    details: z.unknown().optional(),
  }),
});
export type ApiError = z.infer<typeof apiErrorSchema>;

/** Any route may answer with these. */
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
