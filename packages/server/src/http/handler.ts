import type { Readable } from "node:stream";
import type { Permission, RouteInput, RouteOutput, Routes } from "@roo-code/types/api";

/** Who asks. One user alone is `local` and may do everything. */
export interface Principal {
  readonly owner: string;
  readonly permissions: ReadonlySet<Permission>;
}

export interface RequestContext {
  readonly principal: Principal;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  /** What is sent, for routes that take bytes. */
  readonly bytes: Readable;
  /**
   * For a request that must not be done twice: what it makes is called so, also when it is carried out again because
   * the server died over it.
   */
  readonly reservedId: string | undefined;
}

/** An answer that is no JSON. */
export interface BytesAnswer {
  readonly stream: Readable;
  readonly contentType: string;
  /** Offered as the name of a download. */
  readonly fileName: string;
}

type Answer<R> = R extends { readonly isStream: true }
  ? AsyncIterable<RouteOutput<R>>
  : RouteOutput<R> extends Uint8Array
    ? BytesAnswer
    : RouteOutput<R>;

export type Handler<R> = (input: RouteInput<R>, context: RequestContext) => Promise<Answer<R>>;

/** What a resource's file gives: a handler for each of its routes, none left out. */
export type Handlers<Resource extends keyof Routes> = {
  readonly [Name in keyof Routes[Resource]]: Handler<Routes[Resource][Name]>;
};

export type AllHandlers = { readonly [Resource in keyof Routes]: Handlers<Resource> };
