import { routes } from "@roo-code/types/api";
import type { Handlers } from "../http/handler.ts";
import { unavailable } from "./unavailable.ts";

export function evalHandlers(): Handlers<"evals"> {
  return unavailable<"evals">(routes.evals);
}
