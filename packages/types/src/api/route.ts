import type * as z from "zod";

/** Who may use a route; one user has all of them. */
export const permissions = [
  "tasks:read",
  "tasks:write",
  "files:read",
  "files:write",
  "workspaces:read",
  "workspaces:write",
  "config:read",
  "config:write",
  "evals:read",
  "evals:write",
  "server:read",
] as const;
export type Permission = (typeof permissions)[number];

type Shape = z.ZodObject | undefined;

/**
 * One operation of the HTTP API, below `/api/v1`. Validation, the OpenAPI document and the typed client all come from
 * this; there is no other description of it.
 */
export interface Route<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends z.ZodType = z.ZodType,
> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `:name` for each parameter. */
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** What is answered with `status`. */
  readonly output: Output;
  readonly status: 200 | 201 | 202 | 204;
  /** What crosses as bytes instead of JSON: the answer, or what is sent. */
  readonly bytes?: "answer" | "body";
  /** The answer is a stream of server-sent events, each of the output's form. */
  readonly isStream?: true;
  /** Codes of errors it may answer with, beside those of every route. */
  readonly errors: readonly string[];
}

type Given<Whole> = Omit<Whole, "status" | "errors"> & Partial<Pick<Route, "status" | "errors">>;

export function defineRoute<
  Output extends z.ZodType,
  Params extends Shape = undefined,
  Query extends Shape = undefined,
  Body extends Shape = undefined,
>(given: Given<Route<Params, Query, Body, Output>>): Route<Params, Query, Body, Output> {
  return { status: 200, errors: [], ...given };
}

type Parsed<Schema extends Shape> = Schema extends z.ZodObject ? z.output<Schema> : undefined;
type Sent<Schema extends Shape> = Schema extends z.ZodObject ? z.input<Schema> : undefined;

/** What a handler gets, checked. */
export type RouteInput<R> =
  R extends Route<infer Params, infer Query, infer Body, infer _>
    ? { readonly params: Parsed<Params>; readonly query: Parsed<Query>; readonly body: Parsed<Body> }
    : never;

/** What a client sends. */
export type RouteRequest<R> =
  R extends Route<infer Params, infer Query, infer Body, infer _>
    ? Present<{ readonly params: Sent<Params>; readonly query: Sent<Query>; readonly body: Sent<Body> }>
    : never;

export type RouteOutput<R> = R extends Route<infer _, infer _2, infer _3, infer Output> ? z.output<Output> : never;

type Present<Parts> = { [Key in keyof Parts as Parts[Key] extends undefined ? never : Key]: Parts[Key] };
