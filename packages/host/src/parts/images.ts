import type { PartContext, TaskPart } from "./task-part.ts";

type Context = Pick<PartContext, "configuration" | "profiles" | "environment">;

/** Generates images with the provider of a profile, if the settings name one. */
export function imagesPart({ configuration, profiles, environment }: Context): TaskPart | undefined {
  const { imageProfile: profile } = configuration.settings;
  if (profile === undefined) return undefined;
  return {
    name: "images",
    ports: {
      images: {
        async make(request) {
          const { createImageMaker } = await import("../images/image-maker.ts");
          return createImageMaker({ profile, profiles, environment }).make(request);
        },
      },
    },
  };
}
