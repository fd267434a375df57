import { RooError } from "@roo-code/types";
import type { Bus } from "./bus.ts";
import { MemoryBus } from "./memory-bus.ts";

export interface BusOptions {
  /** `REDIS_URL`; without it messages stay in this process. */
  readonly url?: string;
}

/** Throws `RooError` `invalid_value`, `bus_unreachable`. */
export async function openBus({ url }: BusOptions): Promise<Bus> {
  if (url === undefined || url === "") return new MemoryBus();
  if (!/^rediss?:\/\//i.test(url) || !URL.canParse(url))
    throw new RooError({
      code: "invalid_value",
      message: "REDIS_URL is not a valid Redis URL.",
      next: "Write it as redis://host:6379.",
    });
  const { RedisBus } = await import("./redis-bus.ts");
  return RedisBus.connect(url);
}
