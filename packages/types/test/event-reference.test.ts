import { expect, it } from "vitest";
import { eventReference } from "./event-reference.ts";

it("is what docs/reference/events.md says", async () => {
  await expect(eventReference()).toMatchFileSnapshot("../../../docs/reference/events.md");
});
