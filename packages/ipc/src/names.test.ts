import {
  clineAsks,
  clineSays,
  TaskCommandName as originalCommandName,
  RooCodeEventName as originalEventName,
  taskEventSchema as originalEventSchema,
  providerNames,
  retiredProviderNames,
  toolNames,
} from "roo-code-types";
import { expect, it } from "vitest";
import { askKinds, RooCodeEventName, rooProviders, rooToolNames, sayKinds, TaskCommandName } from "./names.ts";
import { taskEventSchema } from "./wire/task-event.ts";

it("knows the names of Roo Code's own package, neither more nor fewer", () => {
  expect(new Set(rooToolNames)).toEqual(new Set(toolNames));
  expect(new Set(askKinds)).toEqual(new Set(clineAsks));
  expect(new Set(sayKinds)).toEqual(new Set(clineSays));
  expect(Object.entries(TaskCommandName).filter(([name]) => name !== "SetTaskContext")).toEqual(
    Object.entries(originalCommandName),
  );
  expect(originalEventName).toMatchObject(RooCodeEventName);
  expect(taskEventSchema.options.map(({ shape }) => shape.eventName.value)).toEqual(
    originalEventSchema.options.map(({ shape }) => shape.eventName.value),
  );
  // Newer than the package, older than its end.
  expect(new Set(rooProviders)).toEqual(new Set([...providerNames, ...retiredProviderNames, "poe"]));
});
