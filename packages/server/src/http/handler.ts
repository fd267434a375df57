import type { Readable } from "node:stream";
import type { Permission, RouteInput, RouteOutput, Routes } from "@roo-code/types/api";

/** Who makes a request. A single user is `local` and has every permission. */
export interface Principal {
  readonly owner: string;
  readonly permissions: ReadonlySet<Permission>;
}

export interface RequestContext {
  readonly principal: Principal;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** The body, for routes that take bytes. */
  readonly bytes: Readable;
  /** The id of what an idempotent request creates, the same when the request is repeated after a crash. */
  readonly reservedId: string | undefined;
}

/** A response that is not JSON. */
export interface BytesResponse {
  readonly stream: Readable;
  readonly contentType: string;
  /** The suggested name of the download. */
  readonly fileName: string;
}

type Output<R> = R extends { readonly isStream: true }
  ? AsyncIterable<RouteOutput<R>>
  : RouteOutput<R> extends Uint8Array
    ? BytesResponse
    : RouteOutput<R>;

type Handler<R> = (input: RouteInput<R>, context: RequestContext) => Promise<Output<R>>;

/** A handler for every route of a resource. */
export type Handlers<Resource extends keyof Routes> = {
  readonly [Name in keyof Routes[Resource]]: Handler<Routes[Resource][Name]>;
};

export type AllHandlers = { readonly [Resource in keyof Routes]: Handlers<Resource> };
