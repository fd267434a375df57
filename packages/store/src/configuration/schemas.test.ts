import { settingsSchema } from "@roo-code/types";
import { expect, it } from "vitest";
import { configurationSchemas } from "./schemas.ts";

it("describes every setting, and what a mode and a server must have", () => {
  const [settings, modes, servers] = [...configurationSchemas().values()].map((text): unknown => JSON.parse(text));
  const described = Object.fromEntries(
    Object.keys(settingsSchema.shape).map((key) => [key, expect.objectContaining({ description: expect.any(String) })]),
  );
  expect(settings).toMatchObject({ type: "object", properties: described });
  expect(modes).toMatchObject({ anyOf: [{ required: ["customModes"] }, { required: ["name", "groups"] }] });
  const server = { anyOf: [{ required: ["command"] }, { required: ["type", "url"] }] };
  expect(servers).toMatchObject({ properties: { mcpServers: { additionalProperties: server } } });
});
