import { type ComponentType, lazy } from "react";

const pausesMs = [300, 1000, 3000, 5000, 5000, 5000];

/** A part of the app that is fetched when first shown, and again where the server was out of reach. */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    for (const pauseMs of pausesMs)
      try {
        return await load();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    return load();
  });
}
