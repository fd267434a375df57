import { RooError } from "@roo-code/types";
import type { Routes } from "@roo-code/types/api";
import type { Handlers } from "../http/handler.ts";

/** For a resource whose part is not there. */
export function unavailable<Resource extends keyof Routes>(routes: Routes[Resource]): Handlers<Resource> {
  const refuse = async () => {
    throw new RooError({ code: "unavailable", message: "This server does not have that." });
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(Object.keys(routes).map((name) => [name, refuse])) as unknown as Handlers<Resource>;
}
