import { type Route, type RouteOutput, type RouteRequest, type Routes, routes } from "@roo-code/types/api";
import { type CallOptions, type ClientOptions, callRoute, followRoute, type LooseRequest } from "./call-route.ts";

type Answer<R> = R extends { readonly isStream: true } ? AsyncGenerator<RouteOutput<R>> : Promise<RouteOutput<R>>;

type Call<R> =
  Partial<RouteRequest<R>> extends RouteRequest<R>
    ? (request?: RouteRequest<R>, options?: CallOptions) => Answer<R>
    : (request: RouteRequest<R>, options?: CallOptions) => Answer<R>;

/** Every operation of the server as a function: `client.tasks.list({ query: { limit: 10 } })`. */
export type Client = {
  readonly [Resource in keyof Routes]: { readonly [Name in keyof Routes[Resource]]: Call<Routes[Resource][Name]> };
};

export function createClient(options: ClientOptions = {}): Client {
  const resources = Object.entries(routes).map(([resource, operations]) => [
    resource,
    Object.fromEntries(Object.entries(operations).map(([name, route]) => [name, callOf(options, route)])),
  ]);
  // The types are those of the very routes it was made from.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(resources) as Client;
}

function callOf(client: ClientOptions, route: Route) {
  return (request: LooseRequest = {}, options: CallOptions = {}) =>
    route.isStream ? followRoute(client, route, request, options) : callRoute(client, route, request, options);
}
