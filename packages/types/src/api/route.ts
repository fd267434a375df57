import type * as z from "zod";

/** Permission a route needs; a single user has all of them. */
export const permissions = [
  "tasks:read",
  "tasks:write",
  "files:read",
  "files:write",
  "workspaces:read",
  "workspaces:write",
  "shells:use",
  "config:read",
  "config:write",
  "evals:read",
  "evals:write",
  "server:read",
] as const;
export type Permission = (typeof permissions)[number];

type Shape = z.ZodObject | undefined;

/**
 * One operation of the HTTP API, below `/api/v1`. Validation, the OpenAPI document and the typed client are derived from
 * this single description.
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
  /** Response body for `status`. */
  readonly output: Output;
  readonly status: 200 | 201 | 202 | 204;
  /** Which body is raw bytes instead of JSON: the response or the request. */
  readonly bytes?: "answer" | "body";
  /** Maximum size of a JSON request body; 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** The response is a stream of server-sent events, each matching `output`. */
  readonly isStream?: true;
  /** Error codes it may return, in addition to those of every route. */
  readonly errors: readonly string[];
}

type WithDefaults<Whole> = Omit<Whole, "status" | "errors"> & Partial<Pick<Route, "status" | "errors">>;

export function defineRoute<
  Output extends z.ZodType,
  Params extends Shape = undefined,
  Query extends Shape = undefined,
  Body extends Shape = undefined,
>(route: WithDefaults<Route<Params, Query, Body, Output>>): Route<Params, Query, Body, Output> {
  return { status: 200, errors: [], ...route };
}

/** A route that responds with server-sent events. */
export function defineStream<
  Output extends z.ZodType,
  Params extends Shape = undefined,
  Query extends Shape = undefined,
>(
  route: WithDefaults<Route<Params, Query, undefined, Output>>,
): Route<Params, Query, undefined, Output> & { readonly isStream: true } {
  return { ...defineRoute(route), isStream: true };
}

type Parsed<Schema extends Shape> = Schema extends z.ZodObject ? z.output<Schema> : undefined;
type Sent<Schema extends Shape> = Schema extends z.ZodObject ? z.input<Schema> : undefined;

/** Validated input of a handler. */
export type RouteInput<R> =
  R extends Route<infer Params, infer Query, infer Body, infer _>
    ? { readonly params: Parsed<Params>; readonly query: Parsed<Query>; readonly body: Parsed<Body> }
    : never;

/** Input of a client call. */
export type RouteRequest<R> =
  R extends Route<infer Params, infer Query, infer Body, infer _>
    ? Present<{ readonly params: Sent<Params>; readonly query: Sent<Query>; readonly body: Sent<Body> }>
    : never;

export type RouteOutput<R> = R extends Route<infer _, infer _2, infer _3, infer Output> ? z.output<Output> : never;

type IsOptional<Part> = Partial<Part> extends Part ? true : false;

/** Drops parts the route does not have; a part with only optional fields is optional. */
type Present<Parts> = {
  [Key in keyof Parts as Parts[Key] extends undefined
    ? never
    : IsOptional<Parts[Key]> extends true
      ? never
      : Key]: Parts[Key];
} & {
  [Key in keyof Parts as Parts[Key] extends undefined
    ? never
    : IsOptional<Parts[Key]> extends true
      ? Key
      : never]?: Parts[Key];
};
